import { type ChangedRow, spendDayId } from '@tracker/infra/postgres/changed-rows';
import type { DerivedKey } from '@tracker/schemas/events/recompute';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { type ConversionKey, conversionKeyText } from '../conversions/conversion-key.ts';
import type { LeadOfClick } from '../leads/lead-row.ts';
import type { Proof } from '../prefetches/proof.ts';
import type { RetriedClick } from '../retried-clicks/retried-clicks.ts';
import { type ChangedMoments, markUtcDay } from '../rollups/reopen-days.ts';
import type { StoredClick } from './waiting-for-clicks.ts';
import type { WantedLookUp } from './wanted-look-ups.ts';

export interface ChangedCurrency {
  readonly tenantId: string;
  readonly currency: string;
}

/** The tenant does something else with its conversions without a key from then on. */
export interface ChangedRules {
  readonly tenantId: TenantId;
  readonly fromMs: number;
}

/** What the events of a batch changed: the derived rows to recompute after the batch is stored, and the tenants to notify. */
export interface Changes {
  readonly tenants: Set<string>;
  readonly conversions: Map<string, ConversionKey>;
  /** Their rates changed: all conversions in these currencies are recomputed. */
  readonly currencies: Map<string, ChangedCurrency>;
  /** From when on; conversions without a key since then are decided about again. */
  readonly rulesFrom: Map<TenantId, number>;
  /** Campaigns' days of which spend was stored. */
  readonly spendDays: Map<string, ChangedRow>;
  /** Those that name a click. */
  readonly leads: Map<string, LeadOfClick>;
  /** Conversions and leads may wait for these clicks. */
  readonly clicks: StoredClick[];
  /** Those of them that are second attempts of the gateway. */
  readonly retries: RetriedClick[];
  /** They count the prefetched click that they name. */
  readonly proofs: Proof[];
  /** Checkouts are to be asked for these. */
  readonly lookUps: WantedLookUp[];
  /** Days of theirs that are finalized are re-opened. */
  readonly moments: ChangedMoments;
}

export const noChanges = (): Changes => ({
  tenants: new Set(),
  conversions: new Map(),
  currencies: new Map(),
  rulesFrom: new Map(),
  spendDays: new Map(),
  leads: new Map(),
  clicks: [],
  retries: [],
  proofs: [],
  lookUps: [],
  moments: { traffic: new Map(), money: new Map() },
});

export function markConversion({ conversions }: Changes, key: ConversionKey): void {
  conversions.set(conversionKeyText(key), key);
}

export function markSpend({ spendDays }: Changes, row: { tenant_id: string; campaign_id: string; day: string }): void {
  const id = spendDayId(row.campaign_id, row.day);
  spendDays.set(`${row.tenant_id} ${id}`, { tenantId: row.tenant_id, kind: 'spend', id });
}

export function markLead({ leads }: Changes, lead: LeadOfClick): void {
  if (lead.clickId !== '') leads.set(`${lead.tenantId} ${lead.leadId} ${lead.clickId}`, lead);
}

export function markCurrency({ currencies }: Changes, changed: ChangedCurrency): void {
  currencies.set(`${changed.tenantId} ${changed.currency}`, changed);
}

export function markRules({ rulesFrom }: Changes, { tenantId, fromMs }: ChangedRules): void {
  rulesFrom.set(tenantId, Math.min(fromMs, rulesFrom.get(tenantId) ?? fromMs));
}

/** What was set aside before is computed again as if its events had just come. */
export function markKey(changes: Changes, tenantId: TenantId, key: DerivedKey): void {
  changes.tenants.add(tenantId);
  switch (key.of) {
    case 'conversion':
      markConversion(changes, { tenantId, conversionId: key.conversionId });
      break;
    case 'click':
      changes.clicks.push({ tenant_id: tenantId, click_id: key.clickId, ts: key.clickedAt });
      break;
    case 'prefetch':
      changes.proofs.push({
        tenant_id: tenantId,
        click_id: key.clickId,
        ts: key.clickedAt,
        seen_at: key.seenAt,
        isPrefetch: true,
      });
      break;
    case 'lead':
      markLead(changes, { tenantId, leadId: key.leadId, clickId: key.clickId });
      break;
    case 'day':
      markUtcDay(changes.moments[key.half], tenantId, key.day);
      break;
    case 'currency':
      markCurrency(changes, { tenantId, currency: key.currency });
      break;
    case 'rules':
      markRules(changes, { tenantId, fromMs: msFromInstant(key.from) });
  }
}
