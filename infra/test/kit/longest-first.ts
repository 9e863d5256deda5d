import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than some 10 s. A fresh clone has no durations, and Vitest would start the largest files first. */
const LONG = [
  'accessibility.e2e',
  'crash.e2e',
  'ops.e2e',
  'start.e2e',
  'kafka.e2e',
  'privacy.e2e',
  'ops-kafka.e2e',
  'facebook-secrets.e2e',
  'facebook-crash.e2e',
  'upgrade.e2e',
  'session-ended.e2e',
  'script-page.e2e',
  'fuzz.e2e',
  'facebook-story.e2e',
  'ad-actions.e2e',
  'invite-story.e2e',
  'checkouts.e2e',
  'send-back.e2e',
  'look-ups.e2e',
  'second-platform.e2e',
  'bad-line.e2e',
  'click-to-dashboard.e2e',
  'kafka-event-log.integration',
  'finalized-days.integration',
  'snapshot.integration',
  'hostile-events.integration',
  'replay.integration',
  'spool.integration',
  'main.integration',
  'processor.integration',
  'backup.integration',
  'figures.integration',
  'tenant-wall.integration',
  'webhooks.integration',
  'filtered-lists.integration',
  'bad-input.integration',
  'funnel.integration',
  'killed-program.integration',
  'spend-corrections.integration',
  'great-sums.integration',
  'access-matrix.integration',
  'retention.integration',
  'operations.integration',
  'facebook-sync.integration',
  'engine.integration',
  'pg-boss-job-queue.integration',
  'replicas.integration',
];

/** Starts the slowest files first in their group, so that no worker waits for another at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? LONG.length : place;
    };
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => group(a) - group(b) || rank(a) - rank(b));
  }
}
