import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Stored } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { apiKeyHash, apiKeyHint, newApiKey } from '@tracker/infra/secrets/api-key';
import { API_KEYS_MAX, type ApiKey, type NewApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import type { MadeBy } from '@tracker/schemas/contracts/common';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { type ScopeColumns, scopesOf } from '../../store/api-key-scopes.ts';
import { record } from '../../store/audit.ts';
import { holdAdmin, readMakers } from '../../store/made-by.ts';

export interface ApiKeyService {
  /** Newest first. */
  list(person: Person): Promise<ApiKey[]>;
  /** The only time that the key itself is seen. */
  create(person: Person, key: z.output<typeof NewApiKey>): Promise<ApiKey & { key: string }>;
  revoke(person: Person, id: string): Promise<void>;
}

const columns = [
  'id',
  'name',
  'hint',
  'may_read',
  'may_capture',
  'may_spend',
  'created_at',
  'created_by',
  'last_used_at',
] as const;

export function createApiKeyService({ postgres, clock }: { postgres: Postgres; clock: Clock }): ApiKeyService {
  return {
    async list({ tenantId }) {
      return postgres.withTenant(tenantId, async (trx) => {
        const keys = trx.selectFrom('api_keys').select(columns);
        const rows = await keys.orderBy('created_at', 'desc').orderBy('id').execute();
        const makerOf = await readMakers(trx);
        return rows.map((row) => toApiKey(row, makerOf(row.created_by)));
      });
    },

    async create(person, { name, scopes }) {
      const { tenantId, userId } = person;
      const key = newApiKey();
      const made = await postgres.withTenant(tenantId, async (trx) => {
        await holdAdmin(trx, person);
        // One after the other: two at once must not both be the last that there is room for.
        await lockTenant(trx, 'apiKeys', tenantId);
        const { count } = await trx
          .selectFrom('api_keys')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= API_KEYS_MAX) {
          throw new AppError('too-many-keys', { params: { max: API_KEYS_MAX } });
        }
        const row = await trx
          .insertInto('api_keys')
          .values({
            id: randomId('ak'),
            tenant_id: tenantId,
            name,
            hash: apiKeyHash(key),
            hint: apiKeyHint(key),
            may_read: scopes.includes('read'),
            may_capture: scopes.includes('capture'),
            may_spend: scopes.includes('spend'),
            created_by: userId,
            created_at: new Date(clock.now()),
          })
          .returning(columns)
          .executeTakeFirstOrThrow();
        await record(trx, person, 'api-key.create', { name, scopes });
        return toApiKey(row, (await readMakers(trx))(userId));
      });
      return { ...made, key };
    },

    async revoke(person, id) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx.deleteFrom('api_keys').where('id', '=', id).returning('name').executeTakeFirst();
        if (!gone) throw notFound();
        await record(trx, person, 'api-key.revoke', { name: gone.name });
      });
    },
  };
}

type ApiKeyRow = ScopeColumns &
  Pick<Stored<'api_keys'>, 'id' | 'name' | 'hint' | 'created_at' | 'created_by' | 'last_used_at'>;

const toApiKey = (row: ApiKeyRow, madeBy: MadeBy): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  hint: row.hint,
  createdAt: instantFromMs(row.created_at.getTime()),
  createdBy: row.created_by,
  madeBy,
  lastUsedAt: row.last_used_at && instantFromMs(row.last_used_at.getTime()),
});
