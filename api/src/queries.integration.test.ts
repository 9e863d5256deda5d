import { describeQueries } from '@tracker/infra/testing/queries.suite';
import { useStack } from '@tracker/infra/testing/stack';

const stack = useStack();

await describeQueries('the API', { source: new URL('./', import.meta.url), clickhouse: () => stack.clickhouse });
