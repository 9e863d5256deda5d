import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One row per prefetched click and moment at which something proves that a person saw it, and one with the click's own moment that says that it is one. */
export const insertPrefetchProofs = defineInsert({
  table: 'prefetch_proofs',
  columns: { tenant_id: 'String', ts: 'Instant', click_id: 'String', seen_at: 'Instant' },
});

export type PrefetchProofRow = DefinedRow<typeof insertPrefetchProofs>;
