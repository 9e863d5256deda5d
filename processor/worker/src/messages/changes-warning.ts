// Changes that let something in or out, or move visitors or money, by the effects of their contracts (schemas/src/effects.ts). One mail for each quarter
// of an hour of the stores' clock that had some: many changes, of a person or of a thief, are one mail with all of them.
import { actorKindOf } from '@tracker/infra/postgres/tables/audit-log';
import { holdsAddress } from '@tracker/schemas/contracts/registration-rules';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { WARNED_ACTIONS } from '@tracker/schemas/effects';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { actorLabel, auditSentence } from '@tracker/schemas/texts/audit';
import { sql } from 'kysely';
import type { Look, Warning, WarningDeps } from './warnings.ts';

/** A mail shows so many, and how many others there are. */
const CHANGES_SHOWN_MAX = 30;
/** An outage of the worker for longer than that is not caught up. */
const HOURS_BACK = 24;

interface ChangedTenant {
  readonly tenant_id: TenantId;
  readonly name: string;
  readonly time_zone: TimeZone;
  /** Of the quarter of an hour. */
  readonly begins_at: Date;
}

export const changesWarning: Warning = {
  name: 'changes',
  everyMs: MINUTE_MS,
  async find(deps) {
    const actions = [...WARNED_ACTIONS.keys()].join();
    const changed = await deps.postgres.sql<ChangedTenant[]>`
      SELECT * FROM list_warned_changes(${actions}, ${HOURS_BACK}) ORDER BY begins_at`;
    return changed.map((tenant) => changesOf(deps, tenant));
  },
};

const changesOf = ({ postgres, publicUrl }: WarningDeps, tenant: ChangedTenant): Look => ({
  tenantId: tenant.tenant_id,
  async mail() {
    const { tenant_id: tenantId, name: tenantName, time_zone: timeZone, begins_at: begins } = tenant;
    const dedupeKey = `changes ${begins.toISOString()}`;
    const rows = await postgres.withTenant(tenantId, async (trx) => {
      const mailed = trx.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey);
      if (await mailed.executeTakeFirst()) return [];
      return trx
        .selectFrom('audit_log as a')
        .leftJoin('users as u', (join) => join.on('u.id', '=', sql<string>`a.details ->> 'userId'`))
        .select(['a.at', 'a.actor', 'a.actor_name', 'a.action', 'a.details'])
        .select(sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('subject'))
        .where('a.at', '>=', begins)
        .where('a.at', '<', sql<Date>`${begins}::timestamptz + interval '15 minutes'`)
        .where('a.action', 'in', [...WARNED_ACTIONS.keys()])
        .orderBy('a.id')
        .execute();
    });
    const warned = rows.filter(isWarned);
    if (warned.length === 0) return null;
    const changes = warned.slice(0, CHANGES_SHOWN_MAX).map((row) => {
      const who = actorLabel({ actorKind: actorKindOf(row.actor), actor: withoutAddress(row.actor_name) });
      return { at: row.at, sentence: `${who} ${auditSentence({ ...row, details: named(row.details) })}` };
    });
    const auditUrl = `${publicUrl}/company?${TENANT_PARAMETER}=${tenantId}`;
    const others = warned.length - changes.length;
    return { kind: 'changes', params: { tenantName, timeZone, auditUrl, changes, others }, dedupeKey };
  },
});

/** A mail of ours shows no address that a person wrote into a name: mail programs would make a link of it. */
const withoutAddress = <Name extends string | null>(name: Name): Name | '…' =>
  name !== null && holdsAddress(name) ? '…' : name;

const named = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  typeof details.name === 'string' ? { ...details, name: withoutAddress(details.name) } : { ...details };

function isWarned({ action, details }: { readonly action: string; readonly details: object }): boolean {
  const fields = new Map<string, readonly string[] | 'always'>(WARNED_ACTIONS).get(action);
  if (fields === undefined || fields === 'always') return fields === 'always';
  const { fields: changed } = details as { readonly fields?: unknown };
  return Array.isArray(changed) && changed.some((field) => fields.includes(String(field)));
}
