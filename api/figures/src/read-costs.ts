import type { Database } from '@tracker/infra/postgres/database';
import { Cost } from '@tracker/schemas/contracts/costs.contract';
import { sql, type Transaction } from 'kysely';

const asText = (column: 'first_day' | 'last_day') => sql<string | null>`${sql.ref(column)}::text`;

/** The tenant's settings, newest first day first. */
export async function readCosts(trx: Transaction<Database>): Promise<Cost[]> {
  const rows = await trx
    .selectFrom('costs')
    .select([
      ...(['id', 'kind', 'source', 'checkout', 'product_id', 'campaign_id', 'every', 'note'] as const),
      asText('first_day').as('from_day'),
      asText('last_day').as('until_day'),
      sql<string | null>`trim_scale(percent)::text`.as('percent'),
      'fixed',
    ])
    .orderBy('first_day', 'desc')
    .orderBy('kind')
    .orderBy('id')
    .execute();
  return rows.map(
    ({ id, kind, from_day, until_day, percent, fixed, source, checkout, product_id, campaign_id, every, note }) =>
      Cost.parse({
        ...{ id, kind, from: from_day, until: until_day },
        percent: percent ?? undefined,
        fixed: fixed ?? undefined,
        source: source ?? undefined,
        checkout: checkout ?? undefined,
        productId: product_id ?? undefined,
        campaignId: campaign_id ?? undefined,
        every: every ?? undefined,
        note: note || undefined,
      }),
  );
}
