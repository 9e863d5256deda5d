import { describeQueries } from '@tracker/test/kit/queries.suite';
import { useStack } from '@tracker/test/kit/stack';

const stack = useStack();

await describeQueries('the worker', {
  source: new URL('./', import.meta.url),
  clickhouse: () => stack.clickhouse,
});
