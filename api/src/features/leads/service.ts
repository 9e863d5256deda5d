// Leads as people see them. Who a lead is stands sealed in the table; it is opened here, a page at a time, with the persons' own keys.
import { notFound } from '@tracker/infra/errors/app-error';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { Persons } from '@tracker/infra/privacy/persons';

import { isEmail } from '@tracker/schemas/capture/lead';
import {
  type Lead,
  type LeadChange,
  LeadStatus,
  type readLeadAnalytics,
} from '@tracker/schemas/contracts/leads.contract';
import type { CampaignId, LeadId, TenantId } from '@tracker/schemas/primitives/ids';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import type { LeadFilter, LeadRepository, StoredLead } from './repository.ts';

export interface LeadsAsked {
  readonly status?: LeadStatus | undefined;
  readonly source?: string | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

export interface LeadService {
  list(principal: Principal, asked: LeadsAsked): Promise<Page<Lead>>;
  analytics(principal: Principal): Promise<z.input<(typeof readLeadAnalytics)['response']>>;
  change(principal: Person, id: string, change: z.output<typeof LeadChange>): Promise<Lead>;
}

export interface LeadDeps {
  readonly leads: LeadRepository;
  readonly persons: Persons;
}

/** No index can be made over what is sealed: a search opens leads one by one, and so no more of them than this. */
const SEARCHED_MAX = 5_000;
const SEARCHED_AT_ONCE = 1_000;

export function createLeadService({ leads, persons }: LeadDeps): LeadService {
  /** Undefined for one whose person was erased between the reading of the row and of the key. */
  async function open(tenantId: TenantId, row: StoredLead): Promise<Lead | undefined> {
    const { person_id: personId, person_key_id: keyId, sealed } = row;
    const person = await persons.open(tenantId, { personId, keyId, sealed });
    return person && toLead(row, person);
  }

  async function openAll(tenantId: TenantId, rows: readonly StoredLead[]): Promise<Lead[]> {
    const opened = await Promise.all(rows.map((row) => open(tenantId, row)));
    return opened.filter((lead) => lead !== undefined);
  }

  async function search(tenantId: TenantId, filter: LeadFilter, text: string): Promise<Lead[]> {
    const matches = matcherOf(text);
    const found: Lead[] = [];
    let before: Cursor | undefined;
    for (let searched = 0; searched < SEARCHED_MAX; searched += SEARCHED_AT_ONCE) {
      const rows = await leads.page(tenantId, filter, before, SEARCHED_AT_ONCE);
      for (const lead of await openAll(tenantId, rows)) if (matches(lead)) found.push(lead);
      const last = rows.at(-1);
      if (!last || rows.length < SEARCHED_AT_ONCE) break;
      before = cursorOf(last);
    }
    return found;
  }

  return {
    async list({ tenantId }, { status, source, q = '', limit, cursor }) {
      const filter: LeadFilter = { status, source };
      if (q !== '' && !isEmail(q)) return pageOf(await search(tenantId, filter, q), cursor, limit);
      const narrowed = q === '' ? filter : { ...filter, personId: personIdOf(await leads.personSaltOf(tenantId), q) };
      const [rows, total] = await Promise.all([
        leads.page(tenantId, narrowed, cursor, limit + 1),
        leads.count(tenantId, narrowed),
      ]);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { items: await openAll(tenantId, shown), total, next: last && cursorOf(last) };
    },

    async analytics({ tenantId }) {
      const rows = await leads.countBySourceAndStatus(tenantId);
      const sources = new Map<string, number>();
      const statuses = new Map<string, number>();
      let totalLeads = 0;
      for (const { shown_source, status, total } of rows) {
        const count = Number(total);
        const source = shown_source || 'direct';
        sources.set(source, (sources.get(source) ?? 0) + count);
        statuses.set(status, (statuses.get(status) ?? 0) + count);
        totalLeads += count;
      }
      return {
        totalLeads,
        leadsBySource: [...sources]
          .map(([source, count]) => ({ source, count }))
          .sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1)),
        leadsByStatus: LeadStatus.options.map((status) => ({ status, count: statuses.get(status) ?? 0 })),
      };
    },

    async change(principal, id, change) {
      const row = await leads.change(principal, id, change);
      const lead = await open(principal.tenantId, row);
      if (!lead) throw notFound();
      return lead;
    },
  };
}

const cursorOf = (row: StoredLead): Cursor => ({ ms: row.received_at.getTime(), id: row.id });

/** A page of what a search found; it is all there, newest first. */
function pageOf(found: readonly Lead[], cursor: Cursor | undefined, limit: number): Page<Lead> {
  const isBelow = (lead: Lead) => {
    if (!cursor) return true;
    const ms = Date.parse(lead.createdAt);
    return ms < cursor.ms || (ms === cursor.ms && lead.id < cursor.id);
  };
  const below = found.filter(isBelow);
  const items = below.slice(0, limit);
  const last = below.length > limit ? items.at(-1) : undefined;
  return { items, total: found.length, next: last && { ms: Date.parse(last.createdAt), id: last.id } };
}

/** Without regard to case and accents; a phone also by its digits alone. */
function matcherOf(text: string): (lead: Lead) => boolean {
  const wanted = folded(text);
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 4 && /^[\d\s()+.-]+$/.test(text);
  return ({ name, email, phone }) =>
    folded(name).includes(wanted) ||
    folded(email).includes(wanted) ||
    (phone !== null && (folded(phone).includes(wanted) || (isPhone && phone.replace(/\D/g, '').includes(digits))));
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const orNull = (text: string | undefined): string | null => (text ? text : null);

function toLead(row: StoredLead, person: Readonly<Record<string, string>>): Lead {
  return {
    id: row.id as LeadId,
    name: person.name ?? '',
    email: person.email ?? '',
    phone: orNull(person.phone),
    country: orNull(row.country),
    city: orNull(row.city),
    source: orNull(row.shown_source),
    medium: orNull(row.medium),
    campaign: orNull(row.campaign),
    campaignId: row.campaign_id as CampaignId | null,
    clickId: orNull(row.click_id),
    status: LeadStatus.parse(row.status),
    notes: orNull(row.notes),
    createdAt: instantFromMs(row.received_at.getTime()),
  };
}
