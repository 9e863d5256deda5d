import type { Persons } from '@tracker/infra/privacy/persons';
import { LEAD_CSV_COLUMNS, type Lead } from '@tracker/schemas/contracts/leads.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { phoneOf } from '@tracker/schemas/privacy/buyer';
import type { Principal } from '../../http/access.ts';
import type { CsvFile, CsvRow } from '../../http/csv.ts';
import { type RowPage, readPages } from '../../http/read-pages.ts';
import type { LeadFilter } from './filter.ts';
import { openLeads } from './open-leads.ts';
import type { LeadRepository } from './repository.ts';
import type { LeadSearch } from './search.ts';

/** Each lead is decrypted with its own key, so one page takes some 30 ms of this process. */
const PAGE_SIZE = 500;

export interface ExportDeps {
  readonly leads: LeadRepository;
  readonly search: LeadSearch;
  readonly persons: Persons;
}

export interface ExportAsked {
  readonly filter: LeadFilter;
  /** Empty: all of the filter. */
  readonly text: string;
  readonly nowMs: number;
}

type Pages = AsyncGenerator<Lead>;

/** All leads of a filter, newest first, in pages: the file may be of any length. */
export function leadsFile(deps: ExportDeps, { tenantId, timeZone }: Principal, asked: ExportAsked): CsvFile {
  const leads = asked.text === '' ? allLeads(deps, tenantId, asked) : foundLeads(deps, tenantId, asked);
  return {
    filename: `leads-export-${dayOf(asked.nowMs, timeZone)}.csv`,
    header: LEAD_CSV_COLUMNS,
    rows: rowsOf(leads),
  };
}

const allLeads = ({ leads, persons }: ExportDeps, tenantId: TenantId, { filter }: ExportAsked): Pages =>
  readPages(async (before: Cursor | undefined): Promise<RowPage<Lead, Cursor>> => {
    const stored = await leads.page(tenantId, filter, before, PAGE_SIZE);
    const last = stored.length === PAGE_SIZE ? stored.at(-1) : undefined;
    return {
      rows: await openLeads(persons, tenantId, stored),
      next: last && { ms: last.received_at.getTime(), id: last.id },
    };
  });

/** Unlike a screen, a file waits until every lead was looked at. */
async function* foundLeads({ leads, search, persons }: ExportDeps, tenantId: TenantId, asked: ExportAsked): Pages {
  const { places } = await search.find(tenantId, asked.filter, asked.text, Number.POSITIVE_INFINITY);
  yield* readPages(async (from: number | undefined): Promise<RowPage<Lead, number>> => {
    const start = from ?? 0;
    const ids = places.slice(start, start + PAGE_SIZE).map(({ id }) => id);
    const end = start + PAGE_SIZE;
    const stored = await leads.byIds(tenantId, ids);
    return { rows: await openLeads(persons, tenantId, stored), next: end < places.length ? end : undefined };
  });
}

async function* rowsOf(leads: Pages): AsyncGenerator<CsvRow> {
  for await (const lead of leads) {
    yield [
      lead.id,
      lead.name,
      lead.email,
      phoneCell(lead.phone),
      lead.status,
      lead.source,
      lead.medium,
      lead.campaign,
      lead.campaignId,
      lead.clickId,
      lead.country,
      lead.city,
      lead.notes,
      lead.createdAt,
    ];
  }
}

/** As CRMs and messengers read it: '+5511988887777'. What is no whole number stays as it was typed. */
function phoneCell(phone: string | null): string | null {
  const number = phoneOf(phone?.trim() ?? '');
  return number === '' ? phone : `+${number}`;
}
