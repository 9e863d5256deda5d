// The queries of figures have a suite of their own.
import '@tracker/figures/ask-figures';
import { describeQueries } from '@tracker/test/kit/queries.suite';
import { useStack } from '@tracker/test/kit/stack';

const stack = useStack();

await describeQueries('the API', {
  source: new URL('./', import.meta.url),
  clickhouse: () => stack.clickhouse,
});
