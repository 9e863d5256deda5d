// Which changes of rates are being computed in slices, and how far they are: migrations/0065-recomputations.sql.
import type { Sql } from '@tracker/infra/postgres/connect';
import type { ChangedCurrency } from '../batch/changes.ts';

/** A slice. A change that concerns no more is computed in its batch. */
export const SLICE_CONVERSIONS_MAX = 500;

export interface Recomputation extends ChangedCurrency {
  /** The last conversion that was computed; '' before the first one. */
  readonly afterId: string;
  /** From the end it goes on with the first conversion, up to this one; null: it ends there. */
  readonly untilId: string | null;
  readonly isWrapped: boolean;
  /** How often the rates changed meanwhile. */
  readonly changes: number;
}

export interface Recomputations {
  /** How many conversions are a slice. */
  readonly sliceMax: number;
  /** Call it before the offset of the batch moves. One that runs goes around once more, from where it is. Rejects when Postgres is away. */
  begin(changed: readonly ChangedCurrency[]): Promise<void>;
  /** Whose turn it is. */
  next(): Promise<Recomputation | undefined>;
  /** The slice after which it is there is stored; undefined: all of it is. */
  advance(of: Recomputation, to: Pick<Recomputation, 'afterId' | 'isWrapped'> | undefined): Promise<void>;
}

export function createRecomputations(sql: Sql, sliceMax = SLICE_CONVERSIONS_MAX): Recomputations {
  return {
    sliceMax,

    async begin(changed) {
      const rows = changed.map(({ tenantId, currency }) => ({ tenant_id: tenantId, currency }));
      await sql`SELECT begin_recomputations(${JSON.stringify(rows)}::text::jsonb)`;
    },

    async next() {
      const [row] = await sql<
        {
          tenant_id: string;
          currency: string;
          after_id: string;
          until_id: string | null;
          is_wrapped: boolean;
          changes: number;
        }[]
      >`SELECT * FROM next_recomputation()`;
      return (
        row && {
          ...{ tenantId: row.tenant_id, currency: row.currency, afterId: row.after_id, untilId: row.until_id },
          ...{ isWrapped: row.is_wrapped, changes: row.changes },
        }
      );
    },

    async advance({ tenantId, currency, changes }, to) {
      await sql`
        SELECT advance_recomputation(${tenantId}, ${currency}, ${changes}, ${to?.afterId ?? null}, ${to?.isWrapped ?? false})`;
    },
  };
}
