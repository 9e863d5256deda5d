// A list and its totals under filters of figures. Each combination of dimensions and ops is a statement of its own, made when it is first asked.

import { createHash } from 'node:crypto';
import {
  type DefinedQuery,
  defineQuery,
  type QueryDefinition,
  shapeQuery,
} from '@tracker/infra/clickhouse/define-query';
import type { QueryShape } from '@tracker/infra/clickhouse/query-registry';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

/** Filters as conditions on the rows of one table. */
export interface RowFilters {
  /** Each condition with its AND before it. */
  readonly sql: string;
  readonly shape: QueryShape['shape'];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Filtered {
  /** Undefined: all rows. */
  readonly filtered?: RowFilters | undefined;
}

type FilteredDefinition<P extends QueryShape, R extends QueryShape> = Omit<QueryDefinition<P, R>, 'sql'> & {
  /** `filtered`: to be written behind the conditions of the rows that it lists. */
  readonly sql: (filtered: string) => string;
};

/** Of each statement; buyers filter by a few dimensions, and what strangers make up pushes out others. */
const SHAPES_MAX = 100;

/** As `defineQuery`, of rows that filters may narrow. */
export function defineFilteredQuery<P extends QueryShape, R extends QueryShape>(
  definition: FilteredDefinition<P, R>,
): DefinedQuery<z.input<P> & Filtered, z.output<R>> {
  const { name, params, sql } = definition;
  const plain = defineQuery({ ...definition, sql: sql('') });
  const shapes = new LRUCache<string, DefinedQuery<never, z.output<R>>>({ max: SHAPES_MAX });
  const shapeOf = (filtered: RowFilters) => {
    const known = shapes.get(filtered.sql);
    if (known) return known;
    const text = sql(filtered.sql);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const made = shapeQuery({
      ...{ name: `${name}-${digest}`, row: definition.row, sql: text },
      params: params.extend(filtered.shape),
    }) as DefinedQuery<never, z.output<R>>;
    shapes.set(filtered.sql, made);
    return made;
  };
  return {
    ...plain,
    run(clickhouse, tenantId, asked) {
      const { filtered } = asked;
      if (!filtered) return plain.run(clickhouse, tenantId, asked);
      return shapeOf(filtered).run(clickhouse, tenantId, { ...asked, ...filtered.values } as never);
    },
  };
}
