// Counts requests for unknown campaigns and logs them for the operator. At most one line a minute: a scanner must not fill the
// disk.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Logger } from '@tracker/infra/telemetry/logger';

const quietMs = 60_000;

export interface UnknownCampaigns {
  count(route: string): void;
}

export function createUnknownCampaigns(logger: Logger, clock: Clock): UnknownCampaigns {
  let unreported = 0;
  let total = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    count(route) {
      unreported += 1;
      total += 1;
      const now = clock.now();
      if (now - reportedAt < quietMs) return;
      logger.info(
        { event: 'track.campaign.unknown', route, sinceLast: unreported, total },
        'requests name an unknown campaign; not recorded',
      );
      reportedAt = now;
      unreported = 0;
    },
  };
}
