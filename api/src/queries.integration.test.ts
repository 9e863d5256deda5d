// The queries of figures have a suite of their own.
import '@tracker/figures/traffic-range';
import { describeQueries } from '@tracker/test/kit/queries.suite';
import { useStack } from '@tracker/test/kit/stack';

const stack = useStack();

await describeQueries('the API', {
  source: new URL('./', import.meta.url),
  clickhouse: () => stack.clickhouse,
  // `analytics.integration.test.ts` asks by each dimension and each two.
  runElsewhere: 'analytics-breakdown-by-campaign',
});
