import { describeQueries } from '../testing/queries.suite.ts';
import { useStack } from '../testing/stack.ts';

const stack = useStack();

await describeQueries('privacy', { source: new URL('./', import.meta.url), clickhouse: () => stack.clickhouse });
