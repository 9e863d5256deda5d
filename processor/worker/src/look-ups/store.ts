// The tokens of a tenant and what is to be asked with them; read and written as that tenant.
import type { Postgres } from '@tracker/infra/postgres/client';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { LOOK_UPS_A_MINUTE_MAX } from '@tracker/schemas/look-ups/limits';
import type { LookUpProblem } from '@tracker/schemas/look-ups/problems';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';

export interface TokenName {
  readonly tenantId: TenantId;
  readonly checkout: CheckoutId;
}

export interface DueLookUp {
  readonly resource: string;
  readonly wantedAt: Date;
  /** Until now. */
  readonly attempts: number;
}

export interface LookUpTurn {
  readonly encryptedToken: Uint8Array;
  readonly account: string;
  readonly due: readonly DueLookUp[];
}

/** The next ones to be asked, already counted; undefined without a token that may be used. The least tried come first, so that ids that no one knows hold none up. */
export function takeDue(
  postgres: Postgres,
  { tenantId, checkout }: TokenName,
  { nowMs, most }: { readonly nowMs: number; readonly most: number },
): Promise<LookUpTurn | undefined> {
  return postgres.withTenant(tenantId, async (trx) => {
    const token = await trx
      .selectFrom('checkout_tokens')
      .select(['token_encrypted', 'account', 'minute', 'calls'])
      .where('provider', '=', checkout)
      .where('stopped_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!token) return undefined;
    const minute = new Date(nowMs - (nowMs % MINUTE_MS));
    const used = token.minute?.getTime() === minute.getTime() ? token.calls : 0;
    const rows = await trx
      .selectFrom('look_ups')
      .select(['resource', 'wanted_at', 'attempts'])
      .where('provider', '=', checkout)
      .where('state', '=', 'waiting')
      .where('next_at', '<=', new Date(nowMs))
      .orderBy('attempts')
      .orderBy('next_at')
      .orderBy('resource')
      .limit(Math.max(0, Math.min(most, LOOK_UPS_A_MINUTE_MAX - used)))
      .execute();
    await trx
      .updateTable('checkout_tokens')
      .set({ minute, calls: used + rows.length })
      .where('provider', '=', checkout)
      .execute();
    const due = rows.map(({ resource, wanted_at: wantedAt, attempts }) => ({ resource, wantedAt, attempts }));
    return { encryptedToken: token.token_encrypted, account: token.account, due };
  });
}

export type Settled =
  | { readonly state: 'answered' }
  | { readonly state: 'failed'; readonly problem: LookUpProblem }
  | { readonly state: 'waiting'; readonly problem: LookUpProblem; readonly nextAtMs: number };

/** A delivery that came meanwhile wants a newer answer: it stays as it is. */
export async function settle(
  postgres: Postgres,
  { tenantId, checkout }: TokenName,
  { resource, wantedAt, attempts }: DueLookUp,
  settled: Settled,
): Promise<void> {
  await postgres.withTenant(tenantId, (trx) =>
    trx
      .updateTable('look_ups')
      .set({
        state: settled.state,
        attempts: attempts + 1,
        problem: settled.state === 'answered' ? null : settled.problem,
        ...(settled.state === 'waiting' && { next_at: new Date(settled.nextAtMs) }),
      })
      .where('provider', '=', checkout)
      .where('resource', '=', resource)
      .where('wanted_at', '=', wantedAt)
      .where('state', '=', 'waiting')
      .execute(),
  );
}

/** Nothing of this checkout is asked before that moment: the platform is away for all of it. */
export async function pauseLookUps(
  postgres: Postgres,
  { tenantId, checkout }: TokenName,
  untilMs: number,
): Promise<void> {
  const until = new Date(untilMs);
  await postgres.withTenant(tenantId, (trx) =>
    trx
      .updateTable('look_ups')
      .set({ next_at: until })
      .where('provider', '=', checkout)
      .where('state', '=', 'waiting')
      .where('next_at', '<', until)
      .execute(),
  );
}

/** A token that was replaced while the old one was refused goes on. */
export async function stopToken(
  postgres: Postgres,
  { tenantId, checkout }: TokenName,
  { encryptedToken }: LookUpTurn,
  { nowMs, reason }: { readonly nowMs: number; readonly reason: LookUpProblem },
): Promise<void> {
  await postgres.withTenant(tenantId, (trx) =>
    trx
      .updateTable('checkout_tokens')
      .set({ stopped_at: new Date(nowMs), stop_reason: reason })
      .where('provider', '=', checkout)
      .where('token_encrypted', '=', Buffer.from(encryptedToken))
      .execute(),
  );
}
