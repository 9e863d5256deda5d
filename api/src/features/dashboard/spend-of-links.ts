import type { Postgres } from '@tracker/infra/postgres/client';
import { adPlatformOf } from '@tracker/schemas/ad-platforms/ad-platforms';
import { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import { adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';

interface SpendOfLinks {
  readonly isLinked: boolean;
  /** Up to when the spend of all of them is known: the oldest of all that count. Null: one was never read. */
  readonly at: Instant | null;
  readonly refused: PerformanceSummary['refusedSpend'];
}

/** What a part of the accounts says is not what all say. */
export async function readSpendOfLinks(postgres: Postgres, tenantId: TenantId): Promise<SpendOfLinks> {
  const links = await postgres.withTenant(tenantId, (trx) =>
    trx
      .selectFrom('ad_platform_campaign_links as l')
      .innerJoin('campaigns as c', (on) =>
        on.onRef('c.tenant_id', '=', 'l.tenant_id').onRef('c.campaign_id', '=', 'l.campaign_id'),
      )
      .select(['l.platform', 'l.ad_account_id', 'l.account_name', 'l.campaign_id', 'l.read_at', 'l.refused_since'])
      .select(['l.refusal', 'c.name'])
      .orderBy('c.name')
      .execute(),
  );
  const read = links.map((link) => link.read_at?.getTime() ?? 0);
  const oldest = Math.min(...read);
  const byAccount = Map.groupBy(
    links.filter((link) => link.refused_since !== null),
    (link) => `${link.platform} ${link.ad_account_id}`,
  );
  return {
    isLinked: links.length > 0,
    at: links.length === 0 || oldest === 0 ? null : instantFromMs(oldest),
    refused: [...byAccount.values()].flatMap((some) => {
      const [link] = some;
      const problem = AdPlatformProblem.safeParse(link?.refusal);
      const platform = adPlatformOf(link?.platform ?? '');
      if (!link || !problem.success || !platform) return [];
      const names = new Map(some.map((one) => [one.campaign_id, one.name]));
      return [
        {
          account: link.account_name || link.ad_account_id,
          since: instantFromMs(Math.min(...some.map((one) => one.refused_since?.getTime() ?? Infinity))),
          reason: adPlatformProblemText(problem.data, platform),
          campaigns: [...names].map(([campaignId, name]) => ({ campaignId, name })),
        },
      ];
    }),
  };
}
