import { createGraph } from '../ad-platforms/facebook/graph.ts';
import type { Facebook } from '../ad-platforms/facebook/open-graph.ts';
import { type JobQueue, JobsUnavailableError } from '../jobs/job-queue.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Logger } from '../telemetry/logger.ts';

const away = async () => {
  throw new JobsUnavailableError('there is no store of jobs here');
};

/** What the API is given where nobody syncs: an installation without an app of the provider, and a store of jobs that is away. */
export function withoutFacebook(clock: Clock, logger: Logger): { facebook: Facebook; jobs: JobQueue } {
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
    facebook: { graph, isConfigured: false },
    jobs: { add: away, work: away, state: away, waitFor: away, history: away, close: async () => undefined },
  };
}
