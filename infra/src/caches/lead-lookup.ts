// Checks whether a lead exists already. Only the answer of POST /leads needs it, so it must neither wait nor fail.
import { setTimeout as delay } from 'node:timers/promises';
import type { LeadId, TenantId } from '@tracker/schemas/primitives/ids';
import type { Sql } from '../postgres/connect.ts';

export interface LeadLookup {
  /** The event that made this lead; undefined when there is none, and when it is not known at once. Never rejects. */
  eventOf(tenantId: TenantId, leadId: LeadId): Promise<string | undefined>;
}

const ANSWER_WITHIN_MS = 50;
/** While the database is unavailable, its driver queues every query: this is the limit. */
const QUESTIONS_MAX = 16;

export function createLeadLookup(sql: Sql): LeadLookup {
  let asking = 0;

  async function ask(tenantId: TenantId, leadId: LeadId): Promise<string | undefined> {
    asking += 1;
    try {
      const [row] = await sql<{ event_id: string }[]>`SELECT event_id FROM lookup_lead(${tenantId}, ${leadId})`;
      return row?.event_id;
    } catch {
      return undefined;
    } finally {
      asking -= 1;
    }
  }

  return {
    async eventOf(tenantId, leadId) {
      if (asking >= QUESTIONS_MAX) return undefined;
      const late = new AbortController();
      const tooLate = delay(ANSWER_WITHIN_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
      const answer = await Promise.race([ask(tenantId, leadId), tooLate]);
      late.abort();
      return answer;
    },
  };
}
