// The first steps of a tenant. What was seen once stays done, and is kept with the tenant: a dashboard of one that has all steps asks
// ClickHouse nothing. No figure depends on it.

import {
  firstClickOfAd,
  firstDelivery,
  firstTrackedConversion,
  firstView,
} from '@tracker/figures/health/first-steps-facts';
import { namesOfSites, readOwnSites } from '@tracker/figures/own-sites';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Onboarding, OnboardingStepId, OnboardingWarning } from '@tracker/schemas/contracts/onboarding.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import type { Person, Principal } from '../../http/access.ts';

export interface OnboardingService {
  read(principal: Principal): Promise<Onboarding>;
  change(person: Person, dismissed: boolean): Promise<Onboarding>;
}

export interface OnboardingDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
}

/** Somebody who sets up looks at the dashboard in the same week. It bounds what a tenant costs that never fills in a macro. */
const TRAFFIC_DAYS = 7;
/** Conversions and deliveries are few. */
const CONVERSION_DAYS = 90;

type Warning = Required<Pick<State, 'warning'>> & State;

interface State {
  readonly atMs?: number | undefined;
  readonly warning?: OnboardingWarning | undefined;
  readonly networks?: readonly string[] | undefined;
  readonly host?: string | undefined;
}

interface Found {
  readonly found: number;
  readonly first_ms: number;
}

const stateOf = (row: Found | undefined, ...warnings: readonly (Warning | false | undefined)[]): State =>
  row && row.found > 0 ? { atMs: row.first_ms } : warnings.find(Boolean) || {};

export function createOnboardingService({ postgres, clickhouse, clock }: OnboardingDeps): OnboardingService {
  /** From the beginning of a day (UTC): an answer is kept for the same parameters. */
  const daysAgo = (days: number) => ({ fromMs: Math.floor(clock.now() / DAY_MS - days) * DAY_MS });

  const readStored = (tenantId: TenantId) =>
    postgres.withTenant(tenantId, async (trx) => {
      const { onboarding } = await trx.selectFrom('tenants').select('onboarding').executeTakeFirstOrThrow();
      const sites = namesOfSites(await readOwnSites(trx));
      if (onboarding.spend) return { onboarding, spend: {}, sites };
      const link = await trx
        .selectFrom('ad_platform_campaign_links')
        .select(({ fn }) => fn.min('linked_at').as('at'))
        .executeTakeFirst();
      const entry = await trx
        .selectFrom('spend_entries')
        .select(({ fn }) => fn.min('changed_at').as('at'))
        .where('amount', 'is not', null)
        .executeTakeFirst();
      const connections = await trx.selectFrom('ad_platform_connections').select(['ended_at', 'expires_at']).execute();
      const firsts = [link?.at, entry?.at].flatMap((at) => (at ? [new Date(at).getTime()] : []));
      const isOver = (moment: Date | null) => moment !== null && moment.getTime() <= clock.now();
      const ended = connections.some(({ ended_at, expires_at }) => ended_at !== null || isOver(expires_at));
      const spend: State =
        firsts.length > 0
          ? { atMs: Math.min(...firsts) }
          : { warning: ended ? 'connection-ended' : connections.length > 0 ? 'nothing-linked' : undefined };
      return { onboarding, spend, sites };
    });

  async function read({ tenantId }: Pick<Principal, 'tenantId'>): Promise<Onboarding> {
    const { onboarding, spend, sites } = await readStored(tenantId);
    const isOpen = (...ids: OnboardingStepId[]) => ids.some((id) => onboarding[id] === undefined);
    const [deliveries, views, clicks, conversions] = await Promise.all([
      isOpen('checkout') ? firstDelivery.run(clickhouse, tenantId, daysAgo(CONVERSION_DAYS)) : [],
      isOpen('script', 'ad-link') ? firstView.run(clickhouse, tenantId, { ...daysAgo(TRAFFIC_DAYS), sites }) : [],
      isOpen('script', 'ad-link') ? firstClickOfAd.run(clickhouse, tenantId, daysAgo(TRAFFIC_DAYS)) : [],
      isOpen('first-sale') ? firstTrackedConversion.run(clickhouse, tenantId, daysAgo(CONVERSION_DAYS)) : [],
    ]);
    const [delivery, view, click, conversion] = [deliveries[0], views[0], clicks[0], conversions[0]];
    const seen: Readonly<Record<OnboardingStepId, State>> = {
      checkout: stateOf(delivery, delivery && delivery.refused > 0 && { warning: 'deliveries-refused' }),
      script: stateOf(
        view,
        view?.unknown_hosts[0] !== undefined && { warning: 'unknown-site', host: view.unknown_hosts[0] },
        click && click.clicks > 0 && { warning: 'clicks-without-views', networks: click.networks },
      ),
      'ad-link': stateOf(
        click,
        (click?.raw ?? 0) + (view?.raw ?? 0) > 0 && {
          warning: 'raw-macros',
          networks: click && click.raw > 0 ? click.raw_networks : view?.raw_networks,
        },
      ),
      spend,
      'first-sale': stateOf(conversion, conversion && conversion.direct > 0 && { warning: 'sales-without-click' }),
    };
    const news: Partial<Record<OnboardingStepId, Instant>> = {};
    const steps = (Object.keys(seen) as OnboardingStepId[]).map((id) => {
      const { atMs, warning, networks, host } = seen[id];
      const known = onboarding[id];
      if (known === undefined && atMs !== undefined) news[id] = instantFromMs(atMs);
      const at = known ?? news[id] ?? null;
      const isOpen = at === null;
      return {
        ...{ id, done: !isOpen, at, warning: (isOpen && warning) || null },
        ...{ networks: isOpen ? [...(networks ?? [])] : [], host: (isOpen && host) || null },
      };
    });
    if (Object.keys(news).length > 0) await store(tenantId, news);
    return { dismissed: onboarding.dismissed !== undefined, steps };
  }

  /** What was stored before stays: two people may look at once. */
  const store = (tenantId: TenantId, news: object) =>
    postgres.withTenant(tenantId, (trx) =>
      trx
        .updateTable('tenants')
        .set({ onboarding: sql`${JSON.stringify(news)}::text::jsonb || onboarding` })
        .where('id', '=', tenantId)
        .execute(),
    );

  return {
    read,

    async change({ tenantId }, dismissed) {
      if (dismissed) await store(tenantId, { dismissed: instantFromMs(clock.now()) });
      else {
        await postgres.withTenant(tenantId, (trx) =>
          trx
            .updateTable('tenants')
            .set({ onboarding: sql`onboarding - 'dismissed'` })
            .where('id', '=', tenantId)
            .execute(),
        );
      }
      return read({ tenantId });
    },
  };
}
