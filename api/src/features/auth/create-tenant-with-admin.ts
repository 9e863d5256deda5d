import type { Postgres } from '@tracker/infra/postgres/client';
import { createTenant, newTenantId, newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { orTaken } from '../../store/taken-name.ts';
import { assertRoomForUnproven } from '../../store/unproven.ts';

export interface TenantWithAdmin {
  readonly name: string;
  readonly slug: string;
  readonly admin: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly passwordHash: string;
  };
  readonly createdAtMs: number;
  /** False: the administrator confirms the e-mail first. */
  readonly isConfirmed: boolean;
}

/**
 * Creates a tenant with its administrator, who owns it, its first campaign and one key per checkout, all or nothing. 409 on a taken slug or
 * e-mail.
 */
export async function createTenantWithAdmin(
  postgres: Postgres,
  { name, slug, admin, createdAtMs, isConfirmed }: TenantWithAdmin,
): Promise<{ readonly userId: UserId }> {
  const tenantId = newTenantId();
  const userId = newUserId();
  const createdAt = new Date(createdAtMs);
  try {
    await postgres.withTenant(tenantId, async (trx) => {
      if (!isConfirmed) await assertRoomForUnproven(trx, admin.email);
      await createTenant(trx, { tenantId, name, slug, createdAt, isConfirmed });
      await createUser(trx, {
        id: userId,
        tenant_id: tenantId,
        email: admin.email,
        first_name: admin.firstName,
        last_name: admin.lastName,
        role: 'admin',
        is_owner: true,
        password_hash: admin.passwordHash,
        confirmed_at: isConfirmed ? createdAt : null,
        created_at: createdAt,
      });
    });
  } catch (error) {
    throw orTaken(error);
  }
  return { userId };
}
