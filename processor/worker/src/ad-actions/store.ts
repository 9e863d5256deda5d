// The actions of a tenant at one platform; read and written as that tenant.
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { AdActionProblem, AdState } from '@tracker/schemas/ad-platforms/ad-action';
import { AD_OBJECT_DAYS_MAX } from '@tracker/schemas/ad-platforms/ad-object';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { TimeZone } from '@tracker/schemas/primitives/time';
import type { Selectable } from 'kysely';
import { writeObjects } from '../ad-platforms/store-objects.ts';

export interface ActionsOf {
  readonly tenantId: TenantId;
  readonly platform: string;
}

export type OpenAction = Omit<Selectable<Database['ad_actions']>, 'day'>;

/** The next one that is due, for so long in our hands. Of several workers one gets it; the least tried come first. */
export function takeAction(
  postgres: Postgres,
  { tenantId, platform }: ActionsOf,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<OpenAction | undefined> {
  return postgres.withTenant(tenantId, async (trx) => {
    const row = await trx
      .selectFrom('ad_actions')
      .selectAll()
      .where('platform', '=', platform)
      .where('state', 'in', ['queued', 'sent'])
      .where('next_at', '<=', new Date(nowMs))
      .orderBy('attempts')
      .orderBy('asked_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return undefined;
    const taken = { attempts: row.attempts + 1, next_at: new Date(nowMs + leaseMs) };
    await trx.updateTable('ad_actions').set(taken).where('id', '=', row.id).execute();
    return { ...row, ...taken };
  });
}

/** Whether who asked for it may still do so: a removal of a person, or the suspension of the tenant, ends what they left waiting. */
export async function mayStillAct(postgres: Postgres, { tenantId }: ActionsOf, userId: string): Promise<boolean> {
  const row = await postgres.withTenant(tenantId, (trx) =>
    trx
      .selectFrom('memberships as m')
      .innerJoin('tenants as t', 't.id', 'm.tenant_id')
      .select('m.role')
      .where('m.user_id', '=', userId)
      .where('t.subscription_status', '<>', 'suspended')
      .executeTakeFirst(),
  );
  return row?.role === 'admin' || row?.role === 'editor';
}

type Change =
  /** Before the call: after a crash of ours, the next one reads first. */
  | { readonly state: 'sent' }
  /** Tried again later: `queued` is known not to be done. */
  | { readonly state: 'queued' | 'sent'; readonly problem: AdActionProblem; readonly nextAtMs: number }
  | { readonly state: 'done'; readonly after: AdState }
  | { readonly state: 'refused' | 'unknown'; readonly problem: AdActionProblem; readonly after?: AdState };

/** One that another worker has settled meanwhile stays as it is. */
export async function moveAction(
  postgres: Postgres,
  of: ActionsOf,
  action: OpenAction,
  change: Change,
  nowMs: number,
): Promise<void> {
  const isSettled = change.state === 'done' || change.state === 'refused' || change.state === 'unknown';
  const after = 'after' in change ? change.after : undefined;
  await postgres.withTenant(of.tenantId, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('ad_actions')
      .set({
        state: change.state,
        problem: 'problem' in change ? change.problem : null,
        ...('nextAtMs' in change && { next_at: new Date(change.nextAtMs) }),
        ...(isSettled && { settled_at: new Date(nowMs), after: after ?? null }),
      })
      .where('id', '=', action.id)
      .where('state', 'in', ['queued', 'sent'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n || !after) return;
    const seen = await trx
      .selectFrom('ad_objects')
      .select(['parent_id', 'thumbnail_url', 'name'])
      .where('platform', '=', of.platform)
      .where('level', '=', action.level)
      .where('object_id', '=', action.object_id)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    const { time_zone } = await trx.selectFrom('tenants').select('time_zone').executeTakeFirstOrThrow();
    if (!seen) return;
    // Screens show it at once, and not only after the next sync.
    const today = dayOf(nowMs, TimeZone.parse(time_zone));
    const place = { platform: of.platform, adAccountId: action.ad_account_id, today, at: new Date(nowMs) };
    const { status, effectiveStatus, budget } = after;
    await writeObjects(trx, of.tenantId, place, [
      {
        ...{ level: action.level, id: action.object_id, parentId: seen.parent_id, name: seen.name },
        ...{ status, effectiveStatus, budget, thumbnailUrl: seen.thumbnail_url },
      },
    ]);
  });
}

/** As long as the states of ads are kept. */
export async function forgetActions(postgres: Postgres, { tenantId }: ActionsOf, nowMs: number): Promise<void> {
  await postgres.withTenant(tenantId, (trx) =>
    trx
      .deleteFrom('ad_actions')
      .where('settled_at', 'is not', null)
      .where('asked_at', '<', new Date(nowMs - AD_OBJECT_DAYS_MAX * DAY_MS))
      .execute(),
  );
}
