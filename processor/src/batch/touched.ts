import type { DerivedKey } from '@tracker/schemas/events/recompute';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { type ConversionKey, conversionKeyText } from '../conversions/conversion-key.ts';
import type { LeadOfClick } from '../leads/lead-row.ts';
import type { RetriedClick } from '../retried-clicks/retried-clicks.ts';
import { type TouchedMoments, touchUtcDay } from '../rollups/reopen-days.ts';
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
export interface Touched {
  readonly tenants: Set<string>;
  readonly conversions: Map<string, ConversionKey>;
  /** Their rates changed: all conversions in these currencies are recomputed. */
  readonly currencies: Map<string, ChangedCurrency>;
  /** From when on; conversions without a key since then are decided about again. */
  readonly rulesFrom: Map<TenantId, number>;
  /** Those that name a click. */
  readonly leads: Map<string, LeadOfClick>;
  /** Conversions and leads may wait for these clicks. */
  readonly clicks: StoredClick[];
  /** Those of them that are second attempts of the gateway. */
  readonly retries: RetriedClick[];
  /** Checkouts are to be asked for these. */
  readonly lookUps: WantedLookUp[];
  /** Days of theirs that are finalized are re-opened. */
  readonly moments: TouchedMoments;
}

export const nothingTouched = (): Touched => ({
  tenants: new Set(),
  conversions: new Map(),
  currencies: new Map(),
  rulesFrom: new Map(),
  leads: new Map(),
  clicks: [],
  retries: [],
  lookUps: [],
  moments: { traffic: new Map(), money: new Map() },
});

export function touchConversion({ conversions }: Touched, key: ConversionKey): void {
  conversions.set(conversionKeyText(key), key);
}

export function touchLead({ leads }: Touched, lead: LeadOfClick): void {
  if (lead.clickId !== '') leads.set(`${lead.tenantId} ${lead.leadId} ${lead.clickId}`, lead);
}

export function touchCurrency({ currencies }: Touched, changed: ChangedCurrency): void {
  currencies.set(`${changed.tenantId} ${changed.currency}`, changed);
}

export function touchRules({ rulesFrom }: Touched, { tenantId, fromMs }: ChangedRules): void {
  rulesFrom.set(tenantId, Math.min(fromMs, rulesFrom.get(tenantId) ?? fromMs));
}

/** What was set aside before is computed again as if its events had just come. */
export function touchKey(touched: Touched, tenantId: TenantId, key: DerivedKey): void {
  touched.tenants.add(tenantId);
  switch (key.of) {
    case 'conversion':
      touchConversion(touched, { tenantId, conversionId: key.conversionId });
      break;
    case 'click':
      touched.clicks.push({ tenant_id: tenantId, click_id: key.clickId, ts: key.clickedAt });
      break;
    case 'lead':
      touchLead(touched, { tenantId, leadId: key.leadId, clickId: key.clickId });
      break;
    case 'day':
      touchUtcDay(touched.moments[key.half], tenantId, key.day);
      break;
    case 'currency':
      touchCurrency(touched, { tenantId, currency: key.currency });
      break;
    case 'rules':
      touchRules(touched, { tenantId, fromMs: msFromInstant(key.from) });
  }
}
