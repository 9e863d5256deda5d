import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { SCRIPT_SEEN_DAYS, type ScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { latestClick, latestView } from './queries.ts';

export interface IntegrationService {
  read(): { publicUrl: string };
  /** 404 for a campaign of another tenant. */
  scriptStatus(principal: Principal, asked: { campaignId?: string | undefined }): Promise<z.input<typeof ScriptStatus>>;
}

export interface IntegrationDeps {
  readonly clickhouse: ClickHouse;
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
    read: () => ({ publicUrl }),

    async scriptStatus({ tenantId }, { campaignId = '' }) {
      if (campaignId !== '' && !(await campaigns.namesOf(tenantId, [campaignId])).has(campaignId)) throw notFound();
      const [view, click] = await Promise.all([
        latest((range) => latestView.run(clickhouse, tenantId, { ...range, campaignId })),
        latest((range) => latestClick.run(clickhouse, tenantId, { ...range, campaignId })),
      ]);
      const page = view && URL.canParse(view.url) ? new URL(view.url) : undefined;
      return {
        lastViewAt: view?.seen_at ?? null,
        lastViewPage: page ? page.host + page.pathname : null,
        host: page?.host ?? null,
        lastClickAt: click?.clicked_at ?? null,
      };
    },
  };
}
