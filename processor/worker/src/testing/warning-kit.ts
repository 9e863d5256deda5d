import type { StaffedTenant } from '@tracker/api/testing/use-api';
import { useMailingApi } from '@tracker/api/testing/use-mailing-api';
import { createMessages } from '@tracker/infra/messages/messages';

/** Tenants that a warning may be about, and what their people are mailed. Call it at the top of a test file. */
export function useWarnings() {
  const { api, mailServer } = useMailingApi();
  const newTenant = async (values: object = {}): Promise<StaffedTenant> => {
    const made = await api.tenant();
    await api.stack.postgres.withTenant(made.tenantId, (trx) =>
      trx
        .updateTable('tenants')
        .set({ name: 'Loja', ...values })
        .execute(),
    );
    return made;
  };
  return {
    api,
    deps: () => ({ ...api.deps, messages: createMessages(api.deps) }),
    mailsTo: ({ email }: { email: string }) => mailServer().mails.filter(({ to }) => to[0] === email),
    newTenant,
    /** Only the last one is warned, as soon as something is due; the first has nothing due. */
    fourTenants: async () => ({
      calm: await newTenant(),
      suspended: await newTenant({ subscription_status: 'suspended' }),
      unconfirmed: await newTenant({ confirmed_at: null }),
      loud: await newTenant(),
    }),
  };
}
