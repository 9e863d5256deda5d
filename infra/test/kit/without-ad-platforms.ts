import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { createFacebook } from '@tracker/infra/ad-platforms/facebook/facebook';
import { createGraph } from '@tracker/infra/ad-platforms/facebook/graph';
import { type JobQueue, JobsUnavailableError } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Logger } from '@tracker/infra/telemetry/logger';

const away = async () => {
  throw new JobsUnavailableError('there is no store of jobs here');
};

/** Dependencies of an API without spend syncs: no app of an ad platform, and an unavailable job queue. */
export function withoutAdPlatforms(clock: Clock, logger: Logger): { adPlatforms: AdPlatforms; jobs: JobQueue } {
  const nowhere = 'http://127.0.0.1:9';
  const graph = createGraph({
    graphUrl: nowhere,
    dialogUrl: nowhere,
    version: 'v26.0',
    appId: '',
    appSecret: '',
    clock,
    logger,
  });
  return {
    adPlatforms: [createFacebook(graph, false)],
    jobs: {
      add: away,
      work: away,
      state: away,
      waitFor: away,
      history: away,
      depth: away,
      ping: away,
      mendClock: away,
      close: async () => undefined,
    },
  };
}
