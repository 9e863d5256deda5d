import { deliveryIdOf } from '@tracker/infra/identity/conversion-id';
import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { delivery, type EventOwner, record } from '@tracker/processor/testing/events';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { startCheckoutApis } from '@tracker/test/kit/checkout-apis';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import type { Stack } from '@tracker/test/kit/stack';
import { type LookUpDeps, lookUpDue } from '../look-ups/look-up-due.ts';

export const PAYMENT = '/v1/payments/20359978123';
export const payment = (fields: JsonObject = {}): JsonObject => ({ ...EXAMPLES['mercado-pago'][0]!.body, ...fields });
/** Its end is the account that `payment` names. */
export const TOKEN = 'APP_USR-1234567890123456-112026-0123456789abcdef0123456789abcdef-724484980';

/** Asks stand-ins with a clock that does not move; the caller closes it. */
export async function openLookUpKit(stack: Stack) {
  const clock = createFakeClock('2026-11-20T15:00:01.000Z');
  const apis = await startCheckoutApis();
  const kit = createBatchKit(stack, clock);
  const appended: ConversionEvent[] = [];
  const platform = {
    baseUrl: apis.baseUrl,
    call: createGuardedCall({
      isAllowed: (address) => address === '127.0.0.1',
      deadlineMs: 2_000,
      bodyBytesMax: 100_000,
    }),
  };
  const deps: LookUpDeps = {
    ...{ postgres: stack.postgres, persons: stack.persons, keyring: stack.keyring, logger: stack.logger, clock },
    ...{ tenants: stack.caches.tenants, campaigns: stack.caches.campaigns },
    platforms: { 'mercado-pago': platform, nuvemshop: platform },
    log: {
      append(topic, records, sender) {
        appended.push(...records.map(({ value }) => JSON.parse(String(value)) as ConversionEvent));
        return stack.log.append(topic, records, sender);
      },
    },
    random: () => 1,
  };

  return {
    ...{ clock, apis, deps, kit, appended },

    token: ({ tenantId }: EventOwner, checkout: CheckoutId = 'mercado-pago', token = TOKEN, account = '') =>
      stack.postgres.withTenant(tenantId, async (trx) => {
        const row = { token_encrypted: stack.keyring.encrypt(token, checkoutTokenAad(tenantId, checkout)), account };
        const values = { ...row, set_at: new Date(clock.now()), stopped_at: null, stop_reason: null };
        await trx
          .insertInto('checkout_tokens')
          .values({ tenant_id: tenantId, provider: checkout, ...values })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
          .execute();
      }),

    /** A delivery of the checkout as ingest writes it, received now. */
    reported(owner: EventOwner, checkout: CheckoutId = 'mercado-pago', body: JsonObject = EXAMPLES[checkout][1]!.body) {
      const event = delivery(owner, body, clock.now());
      const id = deliveryIdOf(owner.tenantId, checkout, JSON.stringify(body));
      return { ...event, id, payload: { ...event.payload, provider: checkout } };
    },

    ask: ({ tenantId }: EventOwner, checkout: CheckoutId = 'mercado-pago') =>
      lookUpDue(deps, { tenantId, checkout }, new AbortController().signal),

    /** All that was appended for this tenant and not processed yet goes through the processor. */
    async processAnswers({ tenantId }: EventOwner): Promise<void> {
      const own = appended.filter((event) => event.tenantId === tenantId);
      if (own.length > 0) await kit.process(own.map((event) => record(event)));
    },

    lookUps: ({ tenantId }: EventOwner) =>
      stack.postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('look_ups').selectAll().orderBy('resource').execute(),
      ),
    tokenOf: ({ tenantId }: EventOwner) =>
      stack.postgres.withTenant(tenantId, (trx) => trx.selectFrom('checkout_tokens').selectAll().executeTakeFirst()),
    conversions: ({ tenantId }: EventOwner) => kit.rows(tenantId, 'conversions'),

    close: () => apis.close(),
  };
}

export type LookUpKit = Awaited<ReturnType<typeof openLookUpKit>>;
