// The numbers in the tables of infra/docs/limits.md, from the constants that the code uses. All else in the page is written by hand.
import type { Rate } from '@tracker/infra/http/token-buckets';
import { INGEST_LIMITS, LIMITED, type Limited } from '@tracker/ingest/limits/limit-table';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';

/** So many within a time that slides. */
interface Window {
  readonly max: number;
  readonly windowMs: number;
}
type Bound = number | string | Rate | Window;

/** A row ends with the file and the name of a constant (a part of it as 'NAME.part'), and its unit. */
const ROW = /^\| (.+) \| .* \| (.+) \| `([^`]+)` `([^`]+)`(?:, (\w+))? \|$/;
const RATES = /^\| `([\w-]+)` \| \S+ · \S+ \|.*\| (.+) \|$/;

/** `page` with the numbers of today; throws when a constant does not exist, or a rate has no row. */
export async function withLimits(page: string): Promise<string> {
  const rates = new Set<string>(LIMITED);
  const lines = page.split('\n').map(async (line) => {
    const [, what, beyond, file, constant, unit] = ROW.exec(line) ?? [];
    if (file && constant) {
      const shown = textOf(await boundIn(file, constant), unit);
      return `| ${what} | ${shown} | ${beyond} | \`${file}\` \`${constant}\`${unit ? `, ${unit}` : ''} |`;
    }
    const [, rate = '', routes] = RATES.exec(line) ?? [];
    if (!rates.delete(rate)) return line;
    const { perNetwork, perCampaign, perTenant } = INGEST_LIMITS.rates[rate as Limited];
    const shown = [perNetwork, perCampaign, perTenant].map((one) => (one ? short(one) : '–'));
    return `| ${[`\`${rate}\``, ...shown, routes].join(' | ')} |`;
  });
  const written = (await Promise.all(lines)).join('\n');
  if (rates.size > 0) throw new Error(`limits.md has no row for the rates ${[...rates].join(', ')}.`);
  return written;
}

async function boundIn(file: string, constant: string): Promise<Bound> {
  let value: unknown = await import(new URL(`../../${file}`, import.meta.url).href);
  for (const part of constant.split('.')) value = (value as Record<string, unknown>)[part.replaceAll("'", '')];
  if (value === undefined) throw new Error(`limits.md names ${constant}, which ${file} does not export.`);
  return value as Bound;
}

const count = (value: number) => value.toLocaleString('en-US');
const short = ({ perSecond, burst }: Rate) => `${count(perSecond)} · ${count(burst)}`;

/** A bound without a unit counts. */
const UNITS: Readonly<Record<string, (value: number) => string>> = {
  bytes: bytesText,
  ms: timeText,
  seconds: (value) => timeText(value * 1_000),
  days: (value) => timeText(value * DAY_MS),
  brl: (value) => `R$ ${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
};

export function textOf(bound: Bound, unit = ''): string {
  if (typeof bound !== 'object') return (UNITS[unit] ?? count)(Number(bound));
  if ('max' in bound)
    return `${count(bound.max)} in ${timeText(bound.windowMs)
      .replace(/^1 (?=h)/, 'an ')
      .replace(/^1 /, 'a ')}`;
  const { perSecond, burst } = bound;
  return `${count(burst)} at once, then ${perSecond >= 1 ? `${count(perSecond)} a second` : `one each ${timeText(Math.round(1_000 / perSecond)).replace(/^1 /, '')}`}`;
}

function bytesText(bytes: number): string {
  if (bytes % 1_000_000 === 0) return `${count(bytes / 1_000_000)} MB`;
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && size % 1 === 0 && unit < units.length - 1 && size % 1024 === 0; unit += 1) size /= 1024;
  return `${count(size)} ${units[unit]}`;
}

function timeText(ms: number): string {
  for (const [unit, name] of [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
    [1_000, 's'],
  ] as const) {
    if (ms < unit || ms % unit !== 0) continue;
    const number = ms / unit;
    return name === 's' ? `${number} s` : `${count(number)} ${name}${number === 1 ? '' : 's'}`;
  }
  return `${count(ms)} ms`;
}
