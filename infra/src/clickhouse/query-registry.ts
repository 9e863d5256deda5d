// Every statement that reads the analytics store goes through here: checked, completed with its limits, known by its name.
import type { z } from 'zod';
import { StoreError } from './errors.ts';
import { type ParamType, paramTypesOf } from './param-types.ts';
import { checkStatement } from './statement-rules.ts';

export type QueryShape = z.ZodObject<Record<string, z.ZodType>>;

export interface RegisteredQuery {
  readonly name: string;
  /** `tenants`: one answer for each of several. `rollup`: of one tenant as `tenant` is, and its rows go into a table instead of an answer. */
  readonly kind: 'tenant' | 'tenants' | 'pipeline' | 'rollup';
  readonly sql: string;
  readonly paramTypes: ReadonlyMap<string, ParamType>;
  /** Built as that other statement is, which is in a snapshot for both. */
  readonly variantOf?: string;
}

const registry = new Map<string, RegisteredQuery>();

/** All queries of the modules that were loaded, by name; for the test kit. */
export const definedQueries = (): RegisteredQuery[] =>
  [...registry.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

export const QUERY_LIMITS = {
  // A dashboard that takes longer than this has lost its reader; the engine stops, an abort alone would not stop it.
  max_execution_time: 20,
  max_result_rows: 100_000,
  max_memory_usage: 1_000_000_000,
  // Groups beyond it wait on the disk: with millions of them a question takes longer, and is answered.
  max_bytes_before_external_group_by: 300_000_000,
};

interface Definition {
  readonly name: string;
  readonly sql: string;
  readonly params?: QueryShape;
  readonly key?: z.ZodTuple;
  readonly variantOf?: string;
}

/** Checks and completes a statement. Throws with the sentence that says what to mend; so a breach keeps the program from starting. */
export function registerQuery(kind: RegisteredQuery['kind'], definition: Definition, bound: readonly string[]): string {
  const { name, variantOf } = definition;
  if (registry.has(name)) throw new TypeError(`query ${name} is defined twice`);
  const checked = checkedQuery(kind, definition, bound);
  registry.set(name, { name, kind, ...checked, ...(variantOf && { variantOf }) });
  return checked.sql;
}

/** The same of a statement that is made when it is first asked, and that no list names. */
export function checkedQuery(
  kind: RegisteredQuery['kind'],
  definition: Definition,
  bound: readonly string[],
): Pick<RegisteredQuery, 'sql' | 'paramTypes'> {
  const { name } = definition;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) throw new TypeError(`query ${name}: the name is not kebab-case`);
  const text = withoutMargin(definition.sql);
  checkStatement(kind === 'rollup' ? 'tenant' : kind, name, text);
  const paramTypes = paramTypesOf(text);
  const expected = [...bound, ...Object.keys(definition.params?.shape ?? {})].sort().join(', ');
  const actual = [...paramTypes.keys()].sort().join(', ');
  if (expected !== actual)
    throw new TypeError(`query ${name}: the SQL binds (${actual}), the definition says (${expected})`);
  return { sql: `${text}\n${settingsClause(kind, name)}`, paramTypes };
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
    `max_execution_time = ${QUERY_LIMITS.max_execution_time}`,
    ...(kind === 'rollup' ? [] : [`max_result_rows = ${QUERY_LIMITS.max_result_rows}`]),
    `max_memory_usage = ${QUERY_LIMITS.max_memory_usage}`,
    `max_bytes_before_external_group_by = ${QUERY_LIMITS.max_bytes_before_external_group_by}`,
    // Compiling an expression to machine code, at its fourth run, takes longer than a hundred runs save.
    'compile_expressions = 0',
    'compile_aggregate_expressions = 0',
    'compile_sort_description = 0',
    // A key never stands in two partitions, see the tables.
    'do_not_merge_across_partitions_select_final = 1',
    // People look at the same days again: their blocks are kept as they are after decompression, which is a fifth of an answer.
    ...(kind === 'tenant' || kind === 'tenants' ? ['use_uncompressed_cache = 1'] : []),
    'output_format_json_quote_64bit_integers = 1',
    'output_format_json_quote_decimals = 1',
    "date_time_output_format = 'iso'",
    // A server and the embedded engine on a laptop mean the same by toDate(ts).
    "session_timezone = 'UTC'",
    // Names the query in the server's query log.
    `log_comment = '${kind === 'tenant' ? '' : `${kind}:`}${name}'`,
  ].join(', ')}`;

export function readRows<R extends QueryShape>(row: R, rows: readonly unknown[], name: string): z.output<R>[] {
  return rows.map((one) => {
    const read = row.safeParse(one);
    if (read.success) return read.data;
    // The paths say which column; the values are no one's business.
    const columns = [...new Set(read.error.issues.map((issue) => issue.path.join('.')))].join(', ');
    throw new StoreError(`query ${name}: a row is not what its definition says, at ${columns}`, {
      kind: 'defect',
      code: 0,
      type: 'ROW_SHAPE',
    });
  });
}
