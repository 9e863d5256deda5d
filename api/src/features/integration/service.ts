import { namesOfSites, readOwnSites } from '@tracker/figures/own-sites';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { readLink } from '@tracker/schemas/capture/read-link';
import {
  type ReadLink,
  type readIntegration,
  SCRIPT_SEEN_DAYS,
  type ScriptStatus,
} from '@tracker/schemas/contracts/integration.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { latestClick, latestView } from './queries.ts';
import { confirmSite, removeSite } from './sites.ts';

export interface IntegrationService {
  read(principal: Principal): Promise<z.input<(typeof readIntegration)['response']>>;
  /** 404 for a campaign of another tenant. */
  scriptStatus(principal: Principal, asked: { campaignId?: string | undefined }): Promise<z.input<typeof ScriptStatus>>;
  confirmSite(person: Person, host: string): Promise<void>;
  removeSite(person: Person, host: string): Promise<void>;
  readLink(principal: Principal, link: string): Promise<z.input<typeof ReadLink>>;
}

export interface IntegrationDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * The screen asks every few seconds until the first view. A busy tenant has one in the last minutes; a month is read only when there was
 * none in a day, and then it has few rows.
 */
const LOOK_BACK_MS = [15 * 60 * 1000, DAY_MS, SCRIPT_SEEN_DAYS * DAY_MS];

export function createIntegrationService({
  clickhouse,
  postgres,
  campaigns,
  clock,
  publicUrl,
}: IntegrationDeps): IntegrationService {
  /** The only row of the shortest stretch of time that has one. */
  async function latest<Row>(ask: (range: { fromMs: number; toMs: number }) => Promise<Row[]>) {
    const now = clock.now();
    for (const lookBackMs of LOOK_BACK_MS) {
      // A clock of another machine may be a little ahead.
      const [row] = await ask({ fromMs: now - lookBackMs, toMs: now + DAY_MS });
      if (row) return row;
    }
    return undefined;
  }

  return {
    async read({ tenantId }) {
      const { confirmed, ofCampaigns } = await postgres.withTenant(tenantId, readOwnSites);
      return { publicUrl, sites: { confirmed: [...confirmed], ofCampaigns: [...ofCampaigns] } };
    },

    async scriptStatus({ tenantId }, { campaignId = '' }) {
      if (campaignId !== '' && !(await campaigns.namesOf(tenantId, [campaignId])).has(campaignId)) throw notFound();
      const sites = namesOfSites(await postgres.withTenant(tenantId, readOwnSites));
      const viewOn = (isOwn: 0 | 1) =>
        latest((range) => latestView.run(clickhouse, tenantId, { ...range, campaignId, sites, isOwn }));
      const [view, other, click] = await Promise.all([
        viewOn(1),
        viewOn(0),
        latest((range) => latestClick.run(clickhouse, tenantId, { ...range, campaignId })),
      ]);
      const page = view && pageOf(view.url);
      const unknown = other && pageOf(other.url);
      return {
        lastViewAt: view?.seen_at ?? null,
        lastViewPage: page ? page.host + page.pathname : null,
        host: page?.host ?? null,
        lastClickAt: click?.clicked_at ?? null,
        unknown:
          other && unknown
            ? { at: other.seen_at, host: unknown.hostname, page: unknown.host + unknown.pathname }
            : null,
      };
    },

    confirmSite: (person, host) => postgres.withTenant(person.tenantId, (trx) => confirmSite(trx, person, host)),

    async readLink({ tenantId }, link) {
      const { reads, template } = readLink(link);
      const { cmpid, ...ofAd } = reads;
      const name = cmpid === null ? undefined : (await campaigns.namesOf(tenantId, [cmpid])).get(cmpid);
      return {
        ...{ reads, template },
        trackedCampaign: cmpid === null || name === undefined ? null : { campaignId: cmpid, name },
        missing: (Object.keys(ofAd) as (keyof typeof ofAd)[]).filter((field) => ofAd[field] === null),
      };
    },

    removeSite: (person, host) => postgres.withTenant(person.tenantId, (trx) => removeSite(trx, person, host)),
  };
}

const pageOf = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);
