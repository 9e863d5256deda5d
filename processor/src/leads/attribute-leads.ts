// A lead takes its country, city and source from its click, which may be stored before the lead, with it or long after.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import type { Postgres } from '@tracker/infra/postgres/client';
import { DIRECT } from '@tracker/schemas/capture/channel';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { clickMinutes, type StoredClick } from '../batch/waiting-for-clicks.ts';
import type { LeadOfClick } from './lead-row.ts';

/** The fields that a lead takes from its click; the time in the click id lets the primary key find it. */
const clicksOfLeads = definePipelineQuery({
  name: 'clicks-of-leads',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    click_id: z.string(),
    source: z.string(),
    channel: z.string(),
    country_code: z.string(),
    city: z.string(),
  }),
  sql: `
    SELECT tenant_id, click_id, source, channel, country_code, city
    FROM clicks FINAL
    WHERE (tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`,
});

type ClickOfLead = Awaited<ReturnType<typeof clicksOfLeads.run>>[number];

/** The leads that named one of these clicks before it was stored. */
export async function leadsWaitingFor(postgres: Postgres, clicks: readonly StoredClick[]): Promise<LeadOfClick[]> {
  if (clicks.length === 0) return [];
  const minutes = clickMinutes(clicks).map(([tenant_id, click_minute]) => ({ tenant_id, click_minute }));
  const waiting = await postgres.sql<{ tenant_id: string; id: string; click_id: string }[]>`
    SELECT tenant_id, id, click_id FROM lookup_waiting_leads(${JSON.stringify(minutes)}::text::jsonb)`;
  if (waiting.length === 0) return [];
  const stored = new Set(clicks.map((click) => `${click.tenant_id} ${click.click_id}`));
  return waiting
    .filter((row) => stored.has(`${row.tenant_id} ${row.click_id}`))
    .map((row) => ({ tenantId: row.tenant_id, leadId: row.id, clickId: row.click_id }));
}

/**
 * Completes these leads from their clicks, as far as those are stored. Called after the leads of a batch and its clicks are: of a lead
 * and a click that two processors store at the same moment, the later of both finds the other.
 */
export async function attributeLeads(
  { clickhouse, postgres }: { readonly clickhouse: ClickHouse; readonly postgres: Postgres },
  leads: readonly LeadOfClick[],
): Promise<void> {
  const keys = leads.flatMap(({ tenantId, clickId }): [string, string, string][] => {
    const parts = parseClickId(clickId);
    return parts ? [[tenantId, instantFromMs(parts.clickedAtMs), clickId]] : [];
  });
  const clicks = new Map((await clicksOfLeads.run(clickhouse, keys)).map((click) => [nameOf(click), click]));
  const tenants = new Map<string, object[]>();
  for (const { tenantId, leadId, clickId } of leads) {
    const click = clicks.get(`${tenantId} ${clickId}`);
    if (!click) continue;
    const { country_code, city } = click;
    const facts = { id: leadId, click_id: clickId, country_code, city, source: sourceOf(click) };
    tenants.set(tenantId, [...(tenants.get(tenantId) ?? []), facts]);
  }
  for (const [tenantId, facts] of tenants) await writeFacts(postgres, tenantId as TenantId, facts);
}

const nameOf = (click: ClickOfLead): string => `${click.tenant_id} ${click.click_id}`;

/** The source of the link; without one, the class of the traffic. '' is direct. */
const sourceOf = (click: ClickOfLead): string => click.source || (click.channel === DIRECT ? '' : click.channel);

/** `click_id` is asked for again: an earlier post, which named another click, may have replaced the lead meanwhile. */
const writeFacts = (postgres: Postgres, tenantId: TenantId, facts: readonly object[]): Promise<unknown> =>
  postgres.withTenant(tenantId, (transaction) =>
    sql`
      UPDATE leads l SET attributed = true, country_code = f.country_code, city = f.city, click_source = f.source
      FROM jsonb_to_recordset(${JSON.stringify(facts)}::text::jsonb)
        AS f (id text, click_id text, country_code text, city text, source text)
      WHERE l.tenant_id = ${tenantId} AND l.id = f.id AND l.click_id = f.click_id`.execute(transaction),
  );
