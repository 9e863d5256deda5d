import type { Postgres } from '@tracker/infra/postgres/client';
import type { OwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Person } from '../../http/access.ts';
import type { IsOpen } from '../../http/open-tenant.ts';

export interface OwnTenantService {
  /** By name; without those that are suspended or closed. */
  list(person: Person): Promise<OwnTenant[]>;
}

export function createOwnTenantService(deps: {
  readonly postgres: Postgres;
  readonly isOpen: IsOpen;
}): OwnTenantService {
  const { postgres, isOpen } = deps;
  return {
    async list({ userId, tenantId }) {
      const rows = await postgres.withPerson({ userId }, (trx) =>
        trx.selectFrom('own_tenants').selectAll().orderBy('name').orderBy('id').execute(),
      );
      return rows
        .filter(isOpen)
        .map(({ id, name, slug, role }) => ({ id: id as TenantId, name, slug, role, current: id === tenantId }));
    },
  };
}
