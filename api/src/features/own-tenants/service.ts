import type { RegistrationMode } from '@tracker/infra/config/config';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { createTenant, newTenantId } from '@tracker/infra/postgres/tables/create-tenant';
import type { NewOwnTenant, OwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Person } from '../../http/access.ts';
import type { IsOpen } from '../../http/open-tenant.ts';
import type { Sender, SignInThrottle } from '../../http/throttle.ts';
import { record } from '../../store/audit.ts';
import { orTaken } from '../../store/taken-name.ts';

/** Each has the events of a plan. Those that an invitation opened do not count. */
export const ADMINISTERED_TENANTS_MAX = 20;

export interface OwnTenantService {
  /** By name; without those that are suspended or closed. */
  list(person: Person): Promise<OwnTenant[]>;
  /** As a registration, by a person who has an account. */
  open(person: Person, tenant: NewOwnTenant, sender: Sender): Promise<OwnTenant>;
}

export function createOwnTenantService(deps: {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly throttle: Pick<SignInThrottle, 'countRegistration'>;
  readonly registration: RegistrationMode;
  readonly isOpen: IsOpen;
}): OwnTenantService {
  const { postgres, clock, throttle, registration, isOpen } = deps;
  return {
    async list({ userId, tenantId }) {
      const rows = await postgres.withPerson({ userId }, (trx) =>
        trx.selectFrom('own_tenants').selectAll().orderBy('name').orderBy('id').execute(),
      );
      return rows
        .filter(isOpen)
        .map(({ id, name, slug, role }) => ({ id: id as TenantId, name, slug, role, current: id === tenantId }));
    },

    async open({ userId, from }, { name, slug }, sender) {
      if (registration !== 'open') throw new AppError('registration-closed');
      await throttle.countRegistration(sender);
      const tenantId = newTenantId();
      const createdAt = new Date(clock.now());
      try {
        await postgres.withPerson({ userId, tenantId }, async (trx) => {
          // Locked: two at once must not both be the twentieth.
          const self = await trx.selectFrom('persons').select('confirmed_at').forUpdate().executeTakeFirst();
          if (!self?.confirmed_at) throw new AppError('email-not-confirmed');
          const administered = await trx
            .selectFrom('own_tenants')
            .select('id')
            .where('role', '=', 'admin')
            .where('closed_at', 'is', null)
            .execute();
          const most = ADMINISTERED_TENANTS_MAX;
          if (administered.length >= most) throw new AppError('too-many-companies', { params: { most } });
          await createTenant(trx, { tenantId, name, slug, createdAt });
          await trx
            .insertInto('memberships')
            .values({ tenant_id: tenantId, user_id: userId, role: 'admin', is_owner: true, created_at: createdAt })
            .execute();
          await record(trx, { tenantId, userId, from }, 'tenant.register');
        });
      } catch (error) {
        throw orTaken(error);
      }
      return { id: tenantId, name, slug, role: 'admin', current: false };
    },
  };
}
