import { type AskedRange, resolveDayRange } from '@tracker/figures/day-range';
import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { Persons } from '@tracker/infra/privacy/persons';
import { RANGE_DAYS_MAX } from '@tracker/schemas/contracts/common';
import {
  type Lead,
  type LeadChange,
  type LeadHistoryEntry,
  LeadStatus,
  type readLeadAnalytics,
} from '@tracker/schemas/contracts/leads.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { isEmail, readEmail } from '@tracker/schemas/primitives/typed-email';
import type { z } from 'zod';
import type { Insider, Person } from '../../http/access.ts';
import type { CsvFile } from '../../http/csv.ts';
import type { Page } from '../../http/page.ts';
import { recordExport } from '../../store/audit.ts';
import { createLeadChanges } from './changes.ts';
import { leadsFile } from './export.ts';
import type { LeadFilter } from './filter.ts';
import { openLead, openLeads } from './open-leads.ts';
import { createLeadRepository, type LeadPlace } from './repository.ts';
import { createLeadSearch } from './search.ts';

export interface LeadsFiltered extends AskedRange {
  readonly status?: LeadStatus | undefined;
  readonly source?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly q?: string | undefined;
}

export interface LeadsAsked extends LeadsFiltered {
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

export interface LeadsPage extends Page<Lead> {
  /** The number of older leads that the search has not seen yet. */
  readonly pending: number;
}

export interface LeadService {
  list(principal: Insider, asked: LeadsAsked): Promise<LeadsPage>;
  export(principal: Insider, asked: LeadsFiltered): Promise<CsvFile>;
  analytics(principal: Insider): Promise<z.input<(typeof readLeadAnalytics)['response']>>;
  change(principal: Person, id: string, change: z.output<typeof LeadChange>): Promise<Lead>;
  history(principal: Insider, id: string): Promise<LeadHistoryEntry[]>;
}

export interface LeadDeps {
  readonly postgres: Postgres;
  readonly persons: Persons;
  readonly clock: Clock;
}

export function createLeadService({ postgres, persons, clock }: LeadDeps): LeadService {
  const leads = createLeadRepository(postgres);
  const changes = createLeadChanges(postgres);
  const search = createLeadSearch({ leads, persons });

  /** What the table itself can be asked; the text is left for the search, unless it is an e-mail: that one has an index. */
  async function filterOf({ tenantId, timeZone }: Insider, asked: LeadsFiltered) {
    const { status, source, campaignId, startDate, endDate, q = '' } = asked;
    const range =
      startDate === undefined && endDate === undefined
        ? undefined
        : resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: RANGE_DAYS_MAX });
    const filter: LeadFilter = { status, source, campaignId, fromMs: range?.fromMs, toMs: range?.toMs };
    const email = readEmail(q);
    if (!isEmail(email)) return { filter, text: q };
    const personId = personIdOf(await leads.personSaltOf(tenantId), email);
    // It may also be a part of one: 'ana@x.com' of 'mariana@x.com.br'.
    const isKnown = (await leads.count(tenantId, { personId })) > 0;
    return isKnown ? { filter: { ...filter, personId }, text: '' } : { filter, text: email };
  }

  async function searched(tenantId: TenantId, filter: LeadFilter, text: string, asked: LeadsAsked): Promise<LeadsPage> {
    const { places, pending } = await search.find(tenantId, filter, text);
    const { cursor, limit } = asked;
    const below = cursor ? places.filter((place) => isBelow(place, cursor)) : places;
    const shown = below.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const items = await openLeads(persons, tenantId, await leads.byIds(tenantId, ids));
    const last = below.length > limit ? shown.at(-1) : undefined;
    return { items, total: places.length, next: last && cursorOf(last), pending };
  }

  return {
    async list(principal, asked) {
      const { tenantId } = principal;
      const { filter, text } = await filterOf(principal, asked);
      if (text !== '') return searched(tenantId, filter, text, asked);
      const [rows, total] = await Promise.all([
        leads.page(tenantId, filter, asked.cursor, asked.limit + 1),
        leads.count(tenantId, filter),
      ]);
      const shown = rows.slice(0, asked.limit);
      const last = rows.length > asked.limit ? shown.at(-1) : undefined;
      return { items: await openLeads(persons, tenantId, shown), total, next: last && cursorOf(last), pending: 0 };
    },

    async export(principal, asked) {
      const { filter, text } = await filterOf(principal, asked);
      await recordExport(postgres, principal, 'leads.export', { ...asked, q: asked.q ?? '' });
      return leadsFile({ leads, search, persons }, principal, { filter, text, nowMs: clock.now() });
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
      const lead = await openLead(persons, principal.tenantId, await changes.change(principal, id, change));
      if (!lead) throw notFound();
      return lead;
    },

    history: ({ tenantId }, id) => changes.history(tenantId, id),
  };
}

const cursorOf = (row: Pick<LeadPlace, 'id' | 'received_at'>): Cursor => ({
  ms: row.received_at.getTime(),
  id: row.id,
});

function isBelow({ id, received_at }: LeadPlace, cursor: Cursor): boolean {
  const ms = received_at.getTime();
  return ms < cursor.ms || (ms === cursor.ms && id < cursor.id);
}
