// Compares the spend of whole ad accounts with that of their campaigns, day by day. What is not linked is unallocated ('não alocado'), and what
// the platform lists no campaign for is a difference of its own.
import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { clampMoney, type Money, sumMoney } from '@tracker/schemas/primitives/money';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { SpendDeps } from './deps.ts';
import { createLinkStore, type Link } from './links.ts';
import type { Run } from './sync-links.ts';

/** As long as a platform corrects a day. */
const DAYS = 28;

type Reconcile = (run: Run) => Promise<void>;

/** Never rejects for what the platform does: the spend is stored already, and this only says how much more there is. */
export function createReconcile(
  deps: SpendDeps & { readonly platform: AdPlatform; readonly connections: ConnectionStore },
): Reconcile {
  const { platform, postgres, connections, clock, logger } = deps;

  const { id } = platform.descriptor;
  const store = createLinkStore(postgres, id);

  async function write({ tenantId }: Run, link: Link, totals: Totals): Promise<void> {
    const { adAccountId, accountName, currency } = link;
    const values = { name: accountName, currency, ...totals, measured_at: new Date(clock.now()) };
    await postgres.withTenant(tenantId, (trx) =>
      trx
        .insertInto('ad_platform_account_totals')
        .values({ tenant_id: tenantId, platform: id, ad_account_id: adAccountId, ...values })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'platform', 'ad_account_id']).doUpdateSet(values))
        .execute(),
    );
  }

  return async (run) => {
    const { tenantId, signal } = run;
    const links = await store.list({ ...run, trigger: 'all', campaignId: null });
    const connection = await connections.find(tenantId);
    if (!connection?.isAlive) return;
    const accounts = Map.groupBy(links, ({ adAccountId }) => adAccountId);
    await postgres.withTenant(tenantId, (trx) => {
      const totals = trx.deleteFrom('ad_platform_account_totals').where('platform', '=', id);
      return (accounts.size === 0 ? totals : totals.where('ad_account_id', 'not in', [...accounts.keys()])).execute();
    });
    await eachApart(
      accounts.values(),
      async (linked) => {
        signal.throwIfAborted();
        const [link] = linked;
        if (!link) return;
        await write(run, link, await totalsOf(run, connection.token(), linked, link));
      },
      ([link], err) => {
        signal.throwIfAborted();
        logger.warn(
          { event: 'ad-platform.account-totals.failed', err, tenantId, adAccountId: link?.adAccountId },
          'ad account totals not fetched; continuing with the next account',
        );
      },
    );
  };
}

interface Totals {
  readonly since: string;
  readonly until: string;
  readonly account_spend: Money;
  readonly linked_spend: Money;
  /** Of all campaigns that the platform lists, linked or not. */
  readonly listed_spend: Money;
  /** Days on which the account's sum is another than that of its campaigns. */
  readonly differing_days: number;
}

async function totalsOf(
  { above, startedAtMs, signal }: Run,
  token: string,
  links: readonly Link[],
  link: Link,
): Promise<Totals> {
  const until = dayOf(startedAtMs, link.timeZone);
  const since = addDays(until, 1 - DAYS);
  const listed = await above.listed({ token, signal }, link, { since, until });
  const whole = await above.whole({ token, signal }, link, { since, until });
  const sumOf = (rows: readonly { readonly spend: Money }[]) => clampMoney(sumMoney(rows.map(({ spend }) => spend)));
  const ids = new Set(links.map(({ platformCampaignId }) => platformCampaignId));
  const own = listed.filter(({ campaignId }) => ids.has(campaignId));
  const ofDay = (day: TenantDay, rows: typeof whole) => sumOf(rows.filter((row) => row.day === day));
  const differing = daysFrom(since, until).filter((day) => ofDay(day, whole) !== ofDay(day, listed));
  return {
    ...{ since, until, account_spend: sumOf(whole), linked_spend: sumOf(own) },
    ...{ listed_spend: sumOf(listed), differing_days: differing.length },
  };
}
