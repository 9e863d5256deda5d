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

/** One statement may touch a row once: of the posts of one lead, the first by receipt. */
function firstOfEach(rows: readonly LeadRow[]): LeadRow[] {
  const first = new Map<string, LeadRow>();
  for (const row of rows) {
    const known = first.get(row.id);
    if (!known || isEarlier(row, known)) first.set(row.id, row);
  }
  return [...first.values()];
}

const isEarlier = (a: LeadRow, b: LeadRow): boolean =>
  a.received_at < b.received_at || (a.received_at === b.received_at && a.event_id < b.event_id);

/**
 * The first receipt wins, in any order of arrival: a later post changes nothing, an earlier one replaces the posted fields.
 * Whose key is gone was erased: that row does not come back.
 */
async function upsert(postgres: Postgres, tenantId: TenantId, rows: readonly LeadRow[]): Promise<void> {
  await postgres.withTenant(tenantId, (transaction) =>
    sql`
      INSERT INTO leads AS l (tenant_id, id, event_id, received_at, has_key, campaign_id, click_id, click_minute, source, medium, campaign,
                              person_id, person_key_id, person_encrypted)
      SELECT r.tenant_id, r.id, r.event_id, r.received_at, r.has_key, r.campaign_id, r.click_id, r.click_minute, r.source, r.medium, r.campaign,
             r.person_id, r.person_key_id, r.person_encrypted
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r (
        tenant_id text, id text, event_id text, received_at timestamptz, has_key boolean, campaign_id text, click_id text, click_minute timestamptz,
        source text, medium text, campaign text, person_id text, person_key_id text, person_encrypted text)
      JOIN person_keys k ON k.tenant_id = r.tenant_id AND k.person_id = r.person_id AND k.key_id = r.person_key_id
      ON CONFLICT (tenant_id, id) DO UPDATE SET
        event_id = excluded.event_id, received_at = excluded.received_at, has_key = excluded.has_key, campaign_id = excluded.campaign_id,
        click_id = excluded.click_id, click_minute = excluded.click_minute, source = excluded.source, medium = excluded.medium,
        campaign = excluded.campaign, person_id = excluded.person_id, person_key_id = excluded.person_key_id, person_encrypted = excluded.person_encrypted,
        attributed = false, click_source = '', country_code = '', city = ''
      WHERE (excluded.received_at, excluded.event_id) < (l.received_at, l.event_id)`.execute(transaction),
  );
}
