import { describeQueries } from '@tracker/test/kit/queries.suite';
import { useStack } from '@tracker/test/kit/stack';

const stack = useStack();

await describeQueries('infra', { source: new URL('./', import.meta.url), clickhouse: () => stack.clickhouse });
