import type { LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import { type SelectQueryBuilder, sql } from 'kysely';

/** The columns of a lead that are not encrypted, and can therefore be filtered in SQL. */
export interface LeadFilter {
  readonly status?: LeadStatus | undefined;
  /** 'direct': without a source. */
  readonly source?: string | undefined;
  readonly campaignId?: string | undefined;
  /** Received from this moment on, and before that one. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly personId?: string | undefined;
}

export function filtered<DB extends { leads: object }, O>(
  query: SelectQueryBuilder<DB, 'leads', O>,
  { status, source, campaignId, fromMs, toMs, personId }: LeadFilter,
): SelectQueryBuilder<DB, 'leads', O> {
  const conditions = [
    status !== undefined && sql<boolean>`status = ${status}`,
    source !== undefined && sql<boolean>`shown_source = ${source === 'direct' ? '' : source}`,
    campaignId !== undefined && sql<boolean>`campaign_id = ${campaignId}`,
    fromMs !== undefined && sql<boolean>`received_at >= ${new Date(fromMs)}`,
    toMs !== undefined && sql<boolean>`received_at < ${new Date(toMs)}`,
    personId !== undefined && sql<boolean>`person_id = ${personId}`,
  ];
  return conditions.reduce((narrowed, condition) => (condition ? narrowed.where(condition) : narrowed), query);
}
