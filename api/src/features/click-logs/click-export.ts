// All clicks of a filter as a file. Written for speed: 200 000 rows must come at 50 000 a second, so a row has 20 µs.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { CLICK_CSV_COLUMNS, type ClickCsvColumn } from '@tracker/schemas/contracts/click-logs.contract';
import { countryName } from '@tracker/schemas/primitives/country-name';
import { MoneySum } from '@tracker/schemas/primitives/money';
import { dayOf, type InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { Principal } from '../../http/access.ts';
import type { CsvFile, CsvRow } from '../../http/csv.ts';
import { readPages } from '../../http/read-pages.ts';
import { type AddressDeps, showAddresses } from '../../lists/addresses.ts';
import { type ClickFilters, clicksExportPage, clicksSlices } from './click-sql.ts';
import { windowsOf } from './time-slices.ts';

type ExportedClick = Awaited<ReturnType<typeof clicksExportPage.run>>[number];

export interface ExportDeps extends AddressDeps {
  readonly clickhouse: ClickHouse;
}

/** Some 7 MB as they come from the store; two pages are held. With 5 000 the store reads half as much again for the same file. */
const PAGE_ROWS = 10_000;
export function exportClicks(deps: ExportDeps, principal: Principal, filters: ClickFilters, nowMs: number): CsvFile {
  const pages = clickPages(deps.clickhouse, principal.tenantId, filters);
  const rows = readPages(async () => {
    const { value, done } = await pages.next();
    if (done) return { rows: [] };
    const shown = await showAddresses(deps, value, principal.role);
    return { rows: shown.map(csvRow), next: true };
  });
  return { filename: `clicks-export-${dayOf(nowMs, principal.timeZone)}.csv`, header: CLICK_CSV_COLUMNS, rows };
}

/** Newest first. */
async function* clickPages(
  clickhouse: ClickHouse,
  tenantId: string,
  filters: ClickFilters,
): AsyncGenerator<ExportedClick[]> {
  const count = async (range: InstantRange, sliceMs: number) => {
    const counted = await clicksSlices.run(clickhouse, tenantId, { ...filters, ...range, sliceMs });
    return counted.map(({ slice, row_count }) => ({ slice, rows: row_count }));
  };
  const limit = 2 * PAGE_ROWS;
  for await (const { fromMs, toMs } of windowsOf(count, filters, PAGE_ROWS)) {
    let beforeMs = toMs;
    let beforeId = '';
    for (;;) {
      const window = { fromMs, toMs: Math.min(toMs, beforeMs + 1) };
      const page = { ...filters, ...window, beforeMs, beforeId, limit };
      const clicks = await clicksExportPage.run(clickhouse, tenantId, page);
      yield clicks;
      const last = clicks.at(-1);
      if (!last || clicks.length < limit) break;
      beforeMs = msFromInstant(last.created_at);
      beforeId = last.click_id;
    }
  }
}

const placeOf = (column: ClickCsvColumn): number => CLICK_CSV_COLUMNS.indexOf(column);
const ADDRESS = placeOf('IP Address');
const COUNTRY = placeOf('Country');
const CONVERTED = placeOf('Converted');
const VALUE = placeOf('Conversion Value');
const CREATED = placeOf('Created At');

/** The list that came from the store becomes the row: a new one for each would be as much garbage again. */
function csvRow({ created_at, texts, ip_address, conversion_count, conversion_value }: ExportedClick): CsvRow {
  const isConverted = conversion_count > 0;
  texts[ADDRESS] = ip_address ?? '';
  texts[COUNTRY] = countryName(texts[COUNTRY] ?? '');
  texts[CONVERTED] = String(isConverted);
  texts[VALUE] = isConverted ? MoneySum.parse(conversion_value) : '';
  texts[CREATED] = created_at;
  return texts;
}
