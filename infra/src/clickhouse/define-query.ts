// The tenant wall of the analytics store. Row policies do not work in the embedded engine, so every read goes through here: the
// statement is fixed text, every table in it is filtered by the caller's tenant, and FINAL removes duplicates.
import type { z } from 'zod';
import type { ClickHouse } from './client.ts';
import { StoreError } from './errors.ts';
import { checkedQuery, type QueryShape, readRows, registerQuery } from './query-registry.ts';

export interface QueryDefinition<P extends QueryShape, R extends QueryShape> {
  /** Unique, kebab-case, `feature-question`: it names the query in logs, errors and snapshots. */
  readonly name: string;
  /** Every placeholder but `tenantId`, by name. */
  readonly params: P;
  /** 64-bit integers and decimals come as strings; see `row-types.ts`. */
  readonly row: R;
  /** No SETTINGS, no FORMAT; every table is read as `FROM table [AS t] FINAL` with `tenant_id = {tenantId:String}`. */
  readonly sql: string;
  /** Built as that other statement is, which is in a snapshot for both. */
  readonly variantOf?: string;
}

export interface DefinedQuery<P, Row> {
  readonly name: string;
  /** The statement as it is sent. */
  readonly sql: string;
  /** Rejects with `StoreError` ('busy' when the store is away or over a limit) and 'defect' when a row is not what the definition says. */
  run(clickhouse: ClickHouse, tenantId: string, params: P): Promise<Row[]>;
}

/** A question about one tenant. */
export const defineQuery = <P extends QueryShape, R extends QueryShape>(
  definition: QueryDefinition<P, R>,
): DefinedQuery<z.input<P>, z.output<R>> =>
  toQuery(definition, registerQuery('tenant', withoutTenant(definition), ['tenantId']));

/**
 * The same, made when it is first asked: of a question whose shapes are too many to be listed. Its name must identify the statement, since answers are kept by
 * name and parameters.
 */
export const shapeQuery = <P extends QueryShape, R extends QueryShape>(
  definition: QueryDefinition<P, R>,
): DefinedQuery<z.input<P>, z.output<R>> =>
  toQuery(definition, checkedQuery('tenant', withoutTenant(definition), ['tenantId']).sql);

/** Who asks about several tenants at once, and which. A caller proves that they may see each of them. */
export interface AskedTenants {
  readonly tenantIds: readonly string[];
  /** By whose turn the statement runs: that of a person with fifty tenants, not those of the tenants. */
  readonly turn: string;
}

export interface TenantsQuery<P, Row> {
  readonly name: string;
  readonly sql: string;
  /** As `DefinedQuery.run`; 'defect' for a row of another tenant. */
  run(clickhouse: ClickHouse, asked: AskedTenants, params: P): Promise<Row[]>;
}

type RowOfTenant = z.ZodObject<Record<string, z.ZodType> & { tenant_id: z.ZodString }>;

/** A question with an answer for each of several tenants: each table is filtered by `tenant_id IN {tenantIds:Array(String)}`, and rows are grouped by `tenant_id`. */
export const defineTenantsQuery = <P extends QueryShape, R extends RowOfTenant>(
  definition: QueryDefinition<P, R>,
): TenantsQuery<z.input<P>, z.output<R>> =>
  toTenantsQuery(definition, registerQuery('tenants', withoutTenant(definition), ['tenantIds']));

/** As `shapeQuery`. */
export const shapeTenantsQuery = <P extends QueryShape, R extends RowOfTenant>(
  definition: QueryDefinition<P, R>,
): TenantsQuery<z.input<P>, z.output<R>> =>
  toTenantsQuery(definition, checkedQuery('tenants', withoutTenant(definition), ['tenantIds']).sql);

function toTenantsQuery<P extends QueryShape, R extends RowOfTenant>(
  { name, params, row }: QueryDefinition<P, R>,
  sql: string,
): TenantsQuery<z.input<P>, z.output<R>> {
  return {
    name,
    sql,
    async run(clickhouse, { tenantIds, turn }, values) {
      if (tenantIds.length === 0 || tenantIds.includes('')) throw new TypeError(`query ${name}: no tenant`);
      const bound = { ...params.parse(values), tenantIds };
      const rows = readRows(row, await clickhouse.query({ name, sql, params: bound, turn }), name);
      const asked = new Set(tenantIds);
      if (rows.every(({ tenant_id }) => asked.has(tenant_id as string))) return rows;
      throw new StoreError(`query ${name}: a row of another tenant`, { kind: 'defect', code: 0, type: 'ROW_SHAPE' });
    },
  };
}

function toQuery<P extends QueryShape, R extends QueryShape>(
  { name, params, row }: QueryDefinition<P, R>,
  sql: string,
): DefinedQuery<z.input<P>, z.output<R>> {
  return {
    name,
    sql,
    async run(clickhouse, tenantId, values) {
      if (tenantId === '') throw new TypeError(`query ${name}: no tenant`);
      const rows = await clickhouse.query({ name, sql, params: { ...params.parse(values), tenantId } });
      return readRows(row, rows, name);
    },
  };
}

function withoutTenant<P extends QueryShape, R extends QueryShape>(definition: QueryDefinition<P, R>) {
  for (const name of ['tenantId', 'tenantIds']) {
    if (name in definition.params.shape) throw new TypeError(`query ${definition.name}: ${name} is bound by itself`);
  }
  return definition;
}
