// Leads are in Postgres, where users edit them. The processor upserts what was posted, any number of times; no statement here
// touches status, notes and history, which belong to the users.
import { classOf } from '@tracker/infra/errors/store-errors';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';
import { markLead } from '../batch/changes.ts';
import type { Sink } from '../batch/sink.ts';
import type { LeadRow } from './lead-row.ts';

export const leadSink = (postgres: Postgres): Sink<LeadRow> => ({
  async store(_clickhouse, rows, changes) {
    for (const [tenantId, some] of Map.groupBy(rows, ({ tenant_id }) => tenant_id as TenantId)) {
      await storeLeads(postgres, tenantId, firstOfEach(some));
    }
    for (const { tenant_id, id, click_id } of rows)
      markLead(changes, { tenantId: tenant_id, leadId: id, clickId: click_id });
  },
});

/** A person who was erased while their lead was stored breaks its reference to the key; a second look no longer finds that key. */
async function storeLeads(postgres: Postgres, tenantId: TenantId, rows: readonly LeadRow[]): Promise<void> {
  try {
    await upsert(postgres, tenantId, rows);
  } catch (error) {
    if (classOf(error) !== 'data') throw error;
    await upsert(postgres, tenantId, rows);
  }
}

const FIRSTS = ['first_click', 'first_source', 'first_medium', 'first_campaign', 'first_phone'] as const;

/** One statement may touch a row once: of the posts of one lead, the first by receipt, with what the others add to it. */
function firstOfEach(rows: readonly LeadRow[]): LeadRow[] {
  const first = new Map<string, LeadRow>();
  for (const row of rows) {
    const known = first.get(row.id);
    const filled = FIRSTS.map((name) => [name, earlierText(row[name], known?.[name] ?? null)] as const);
    first.set(row.id, { ...(known && !isEarlier(row, known) ? known : row), ...Object.fromEntries(filled) });
  }
  return [...first.values()];
}

const earlierText = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

const isEarlier = (a: LeadRow, b: LeadRow): boolean =>
  a.received_at < b.received_at || (a.received_at === b.received_at && a.event_id < b.event_id);

/**
 * The first receipt wins, in any order of arrival: a later post only fills what those before it lack. Whose key is gone was erased: that row does not
 * come back.
 */
async function upsert(postgres: Postgres, tenantId: TenantId, rows: readonly LeadRow[]): Promise<void> {
  const columns =
    sql.raw(`tenant_id, id, event_id, received_at, has_key, campaign_id, click_id, click_minute, source, medium, campaign,
                              person_id, person_key_id, person_encrypted, ${FIRSTS.join(', ')}`);
  const read =
    sql.raw(`r.tenant_id, r.id, r.event_id, r.received_at, r.has_key, r.campaign_id, r.click_id, r.click_minute, r.source, r.medium, r.campaign,
             r.person_id, r.person_key_id, r.person_encrypted, ${FIRSTS.map((name) => `r.${name}`).join(', ')}`);
  const types = sql.raw(FIRSTS.map((name) => `${name} text`).join(', '));
  const least = (name: (typeof FIRSTS)[number]) => `LEAST(l.${name}, excluded.${name})`;
  const clickMinute = `nullif(split_part(${least('first_click')}, '|', 3), '')::timestamptz`;
  // A tag may have the sign that separates: all behind the second one is its value.
  const textOf = (name: (typeof FIRSTS)[number], skip = 2) =>
    `coalesce(substring(${least(name)} from '^(?:[^|]*[|]){${skip}}(.*)$'), '')`;
  const isEarlierPost = '(excluded.received_at, excluded.event_id) < (l.received_at, l.event_id)';
  const ofFirst = (name: string) => `${name} = CASE WHEN ${isEarlierPost} THEN excluded.${name} ELSE l.${name} END`;
  const clickChanged = `${textOf('first_click', 3)} <> l.click_id`;
  const changes = sql.raw(
    [
      ...['event_id', 'received_at', 'has_key', 'campaign_id', 'person_id', 'person_key_id', 'person_encrypted'].map(
        ofFirst,
      ),
      ...FIRSTS.map((name) => `${name} = ${least(name)}`),
      `click_id = ${textOf('first_click', 3)}`,
      `click_minute = ${clickMinute}`,
      ...(['source', 'medium', 'campaign'] as const).map((name) => `${name} = ${textOf(`first_${name}`)}`),
      `attributed = CASE WHEN ${clickChanged} THEN false ELSE l.attributed END`,
      ...['click_source', 'country_code', 'city'].map(
        (name) => `${name} = CASE WHEN ${clickChanged} THEN '' ELSE l.${name} END`,
      ),
    ].join(',\n        '),
  );
  const adds = sql.raw(
    [isEarlierPost, ...FIRSTS.map((name) => `${least(name)} IS DISTINCT FROM l.${name}`)].join('\n        OR '),
  );
  await postgres.withTenant(tenantId, (transaction) =>
    sql`
      INSERT INTO leads AS l (${columns})
      SELECT ${read}
      FROM jsonb_to_recordset(${JSON.stringify(rows.map(withFirsts))}::text::jsonb) AS r (
        tenant_id text, id text, event_id text, received_at timestamptz, has_key boolean, campaign_id text, click_id text, click_minute timestamptz,
        source text, medium text, campaign text, person_id text, person_key_id text, person_encrypted text, ${types})
      JOIN person_keys k ON k.tenant_id = r.tenant_id AND k.person_id = r.person_id AND k.key_id = r.person_key_id
      ON CONFLICT (tenant_id, id) DO UPDATE SET
        ${changes}
      WHERE ${adds}`.execute(transaction),
  );
}

/** What posts of one batch add to each other. */
function withFirsts(row: LeadRow): LeadRow {
  const valueIn = (text: string | null, skip = 2) => text?.split('|').slice(skip).join('|') ?? '';
  return {
    ...row,
    click_id: valueIn(row.first_click, 3),
    click_minute: row.first_click?.split('|')[2] || null,
    source: valueIn(row.first_source),
    medium: valueIn(row.first_medium),
    campaign: valueIn(row.first_campaign),
  };
}
