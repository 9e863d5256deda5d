// The tenant wall of the analytics store. Row policies do not work in the embedded engine, so nobody reads a table but through
// here: the statement is fixed text, every table in it is held to the caller's tenant, and FINAL folds what came twice.
import type { z } from 'zod';
import type { ClickHouse } from './client.ts';
import { StoreError } from './errors.ts';
import { type ParamType, paramTypesOf } from './param-types.ts';
import { checkStatement } from './statement-rules.ts';

type Shape = Record<string, z.ZodType>;

export interface QueryDefinition<P extends z.ZodObject<Shape>, R extends z.ZodObject<Shape>> {
  /** Unique, kebab-case, `feature-question`: it names the query in logs, errors and snapshots. */
  readonly name: string;
  /** Every placeholder but `tenantId` (or `keys`), by name. */
  readonly params: P;
  /** 64-bit integers and decimals come as strings; see `row-types.ts`. */
  readonly row: R;
  /** No SETTINGS, no FORMAT; every table is read as `FROM table [AS t] FINAL` with `tenant_id = {tenantId:String}`. */
  readonly sql: string;
}

export interface DefinedQuery<P, Row> {
  readonly name: string;
  /** The statement as it is sent. */
  readonly sql: string;
  /** Rejects with `StoreError` ('busy' when the store is away or over a limit) and 'defect' when a row is not what the definition says. */
  run(clickhouse: ClickHouse, tenantId: string, params: P): Promise<Row[]>;
}

export interface DefinedPipelineQuery<Key extends readonly unknown[], Row> {
  readonly name: string;
  readonly sql: string;
  /** One round trip for up to 10 000 keys; no keys, no rows. */
  run(clickhouse: ClickHouse, keys: readonly Key[]): Promise<Row[]>;
}

export interface RegisteredQuery {
  readonly name: string;
  readonly kind: 'tenant' | 'pipeline';
  readonly sql: string;
  readonly paramTypes: ReadonlyMap<string, ParamType>;
}

const registry = new Map<string, RegisteredQuery>();

/** All queries of the modules that were loaded, by name; for the test kit. */
export const definedQueries = (): RegisteredQuery[] =>
  [...registry.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

const limits = {
  // A dashboard that takes longer than this has lost its reader; the engine stops, an abort alone would not stop it.
  max_execution_time: 20,
  max_result_rows: 100_000,
  max_memory_usage: 1_000_000_000,
};
const pipelineKeysMax = 10_000;

/** A question about one tenant. */
export function defineQuery<P extends z.ZodObject<Shape>, R extends z.ZodObject<Shape>>(
  definition: QueryDefinition<P, R>,
): DefinedQuery<z.input<P>, z.output<R>> {
  const { name, params } = definition;
  if ('tenantId' in params.shape) throw new TypeError(`query ${name}: tenantId is bound by itself`);
  const sql = register('tenant', definition, ['tenantId']);
  return {
    name,
    sql,
    async run(clickhouse, tenantId, values) {
      if (tenantId === '') throw new TypeError(`query ${name}: no tenant`);
      const rows = await clickhouse.query({ name, sql, params: { ...params.parse(values), tenantId } });
      return readRows(definition.row, rows, name);
    },
  };
}

/**
 * A look-up of the processor across the tenants of a batch: `{keys:Array(Tuple(String, …))}`, and the first member of each
 * key is its tenant. Nothing that answers people may use it; the arrows allow it to the processor only.
 */
export function definePipelineQuery<K extends z.ZodTuple, R extends z.ZodObject<Shape>>(definition: {
  readonly name: string;
  readonly key: K;
  readonly row: R;
  readonly sql: string;
}): DefinedPipelineQuery<z.input<K> & readonly unknown[], z.output<R>> {
  const { name, key } = definition;
  const sql = register('pipeline', definition, ['keys']);
  return {
    name,
    sql,
    async run(clickhouse, keys) {
      const found: z.output<R>[] = [];
      for (let start = 0; start < keys.length; start += pipelineKeysMax) {
        const some = keys.slice(start, start + pipelineKeysMax).map((one) => key.parse(one));
        const rows = await clickhouse.query({ name, sql, params: { keys: some } });
        found.push(...readRows(definition.row, rows, name));
      }
      return found;
    },
  };
}

function register(
  kind: RegisteredQuery['kind'],
  definition: { name: string; sql: string; params?: z.ZodObject<Shape>; key?: z.ZodTuple },
  bound: readonly string[],
): string {
  const { name } = definition;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) throw new TypeError(`query ${name}: the name is not kebab-case`);
  if (registry.has(name)) throw new TypeError(`query ${name} is defined twice`);
  const text = withoutMargin(definition.sql);
  checkStatement(kind, name, text);
  const paramTypes = paramTypesOf(text);
  const expected = [...bound, ...Object.keys(definition.params?.shape ?? {})].sort().join(', ');
  const actual = [...paramTypes.keys()].sort().join(', ');
  if (expected !== actual)
    throw new TypeError(`query ${name}: the SQL binds (${actual}), the definition says (${expected})`);
  const sql = `${text}\n${settingsClause(kind, name)}`;
  registry.set(name, { name, kind, sql, paramTypes });
  return sql;
}

/** Statements are indented with the code around them; logs and snapshots want them from the first column on. */
function withoutMargin(sql: string): string {
  const [first = '', ...rest] = sql.trim().split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const margin = indents.length === 0 ? 0 : Math.min(...indents);
  return [first, ...rest.map((line) => line.slice(margin))].join('\n');
}

const settingsClause = (kind: RegisteredQuery['kind'], name: string) =>
  `SETTINGS ${[
    `max_execution_time = ${limits.max_execution_time}`,
    `max_result_rows = ${limits.max_result_rows}`,
    `max_memory_usage = ${limits.max_memory_usage}`,
    // A key never stands in two partitions, see the tables.
    'do_not_merge_across_partitions_select_final = 1',
    'output_format_json_quote_64bit_integers = 1',
    'output_format_json_quote_decimals = 1',
    "date_time_output_format = 'iso'",
    // A server and the embedded engine on a laptop mean the same by toDate(ts).
    "session_timezone = 'UTC'",
    // Names the query in the server's query log.
    `log_comment = '${kind === 'tenant' ? '' : 'pipeline:'}${name}'`,
  ].join(', ')}`;

function readRows<R extends z.ZodObject<Shape>>(row: R, rows: readonly unknown[], name: string): z.output<R>[] {
  return rows.map((one) => {
    const read = row.safeParse(one);
    if (read.success) return read.data;
    // The paths say which column; the values are nobody's business.
    const columns = [...new Set(read.error.issues.map((issue) => issue.path.join('.')))].join(', ');
    throw new StoreError(`query ${name}: a row is not what its definition says, at ${columns}`, {
      kind: 'defect',
      code: 0,
      type: 'ROW_SHAPE',
    });
  });
}
