// Nothing changed, nothing asked: what a question about one tenant gave is kept until the version of the tenant's figures changes,
// and equal questions at one time share a run (ADR 52). Exact: an answer is a function of the statement, its parameters, and rows
// that do not change without a new version. Nothing in a statement reads a clock.
import { LRUCache } from 'lru-cache';
import type { VersionOf } from '../postgres/figure-versions.ts';
import { metrics } from '../telemetry/metrics.ts';
import type { ClickHouse, QueryRequest } from './client.ts';

const BYTES_MAX = 64 * 1024 * 1024;
/** Larger answers are pages of a file; they are asked for once. */
const ANSWER_BYTES_MAX = 256 * 1024;
/**
 * An answer ends after this even when nothing changed. It must be shorter than stale rollup rows are kept (`finalizer.ts`): a list of
 * finalized days names them.
 */
const TTL_MS = 10 * 60_000;

/** What a map entry costs beyond its texts. */
const ENTRY_BYTES = 200;

/** Reads through the cache; everything else goes to `clickhouse` as it is. */
export function withAnswerCache(clickhouse: ClickHouse, versionOf: VersionOf): ClickHouse {
  const answers = new LRUCache<string, string>({
    maxSize: BYTES_MAX,
    // Two bytes a character, at most.
    sizeCalculation: (answer, key) => 2 * (answer.length + key.length) + ENTRY_BYTES,
    ttl: TTL_MS,
  });
  const running = new Map<string, Promise<string>>();

  async function ask(key: string, request: QueryRequest): Promise<string> {
    const answer = JSON.stringify(await clickhouse.query(request));
    if (answer.length > ANSWER_BYTES_MAX) return answer;
    answers.set(key, answer);
    metrics.answerCacheBytes.set(answers.calculatedSize);
    return answer;
  }

  return {
    ...clickhouse,

    async query<Row>(request: QueryRequest): Promise<Row[]> {
      const tenantId = request.params?.tenantId;
      if (typeof tenantId !== 'string') return clickhouse.query(request);
      const version = await versionOf(tenantId).catch(() => undefined);
      // Postgres is away: it is not known whether something changed.
      if (version === undefined) return clickhouse.query(request);
      const key = `${version} ${request.name} ${keyOf(request.params)}`;
      const known = answers.get(key);
      const shared = known === undefined ? running.get(key) : undefined;
      metrics.answers.inc({ from: known !== undefined ? 'cache' : shared ? 'shared' : 'store' });
      if (known !== undefined) return JSON.parse(known) as Row[];
      if (shared) return JSON.parse(await shared) as Row[];
      const asked = ask(key, request);
      running.set(key, asked);
      try {
        return JSON.parse(await asked) as Row[];
      } finally {
        running.delete(key);
      }
    },
  };
}

/** Two parameters that differ in value differ in their text. */
const keyOf = (params: unknown): string =>
  JSON.stringify(params, (name, value) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Map || value instanceof Set) throw new TypeError(`parameter ${name} has no text`);
    return value;
  });
