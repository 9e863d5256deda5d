// Look-ups across tenants, for the processor alone: a batch of the log holds events of many tenants, and one statement a tenant
// would make a batch of a thousand tenants a thousand statements.
import type { z } from 'zod';
import type { ClickHouse } from './client.ts';
import { StoreError } from './errors.ts';
import { type QueryShape, readRows, registerQuery } from './query-registry.ts';

const keysMax = 10_000;

export interface DefinedPipelineQuery<Key extends readonly unknown[], Row> {
  readonly name: string;
  readonly sql: string;
  /** One round trip for up to 10 000 keys, more when the answer is longer than an answer may be; no keys, no rows. */
  run(clickhouse: ClickHouse, keys: readonly Key[]): Promise<Row[]>;
}

/**
 * A look-up of the processor across the tenants of a batch: `{keys:Array(Tuple(String, …))}`, and the first member of each
 * key is its tenant. Nothing that answers people may use it; the arrows allow it to the processor only.
 */
export function definePipelineQuery<K extends z.ZodTuple, R extends QueryShape>(definition: {
  readonly name: string;
  readonly key: K;
  readonly row: R;
  readonly sql: string;
}): DefinedPipelineQuery<z.input<K> & readonly unknown[], z.output<R>> {
  const { name, key } = definition;
  const sql = registerQuery('pipeline', definition, ['keys']);

  async function ask(clickhouse: ClickHouse, keys: readonly z.output<K>[]): Promise<z.output<R>[]> {
    try {
      return readRows(definition.row, await clickhouse.query({ name, sql, params: { keys } }), name);
    } catch (error) {
      if (keys.length < 2 || !isTooLong(error)) throw error;
      const middle = keys.length >> 1;
      return (await ask(clickhouse, keys.slice(0, middle))).concat(await ask(clickhouse, keys.slice(middle)));
    }
  }

  return {
    name,
    sql,
    async run(clickhouse, keys) {
      let found: z.output<R>[] = [];
      for (let start = 0; start < keys.length; start += keysMax) {
        const some = keys.slice(start, start + keysMax).map((one) => key.parse(one));
        found = found.concat(await ask(clickhouse, some));
      }
      return found;
    },
  };
}

const isTooLong = (error: unknown): boolean => error instanceof StoreError && error.type === 'TOO_MANY_ROWS_OR_BYTES';
