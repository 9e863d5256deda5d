// The tables of infra/docs/limits.md. Its sentences are written by hand, between marks such as `<!-- limits: sizes -->`.
import type { Rate } from '@tracker/infra/http/token-buckets';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { type Bound, LIMITS, type Limit, RATES } from './limits.ts';

const END = '<!-- /limits -->';

/** `page` with its tables replaced; throws when a mark is missing, twice there, or unknown. */
export function withLimits(page: string): string {
  const tables: Record<string, string> = { rates: ratesTable() };
  for (const [section, limits] of Object.entries(LIMITS)) tables[section] = table(limits);
  const found: string[] = [];
  const written = page.replaceAll(/<!-- limits: ([\w-]+) -->\n[\s\S]*?<!-- \/limits -->/g, (_, section: string) => {
    found.push(section);
    return `<!-- limits: ${section} -->\n${tables[section] ?? ''}\n${END}`;
  });
  if ([...found].sort().join() !== Object.keys(tables).sort().join())
    throw new Error(
      `limits.md has the tables ${found.join(', ')}, and these exist: ${Object.keys(tables).join(', ')}.`,
    );
  return written;
}

const ratesTable = () =>
  rows(
    ['limit', 'by network', 'by campaign', 'by company', 'routes'],
    RATES.map(({ name, perNetwork, perCampaign, perTenant, routes }) => [
      `\`${name}\``,
      short(perNetwork),
      short(perCampaign),
      perTenant ? short(perTenant) : '–',
      routes,
    ]),
  );

const table = (limits: readonly Limit[]) =>
  rows(
    ['what', 'at most', 'beyond it', 'defined in'],
    limits.map(({ name, value, beyond, where, constant }) => [
      name,
      textOf(value),
      beyond,
      `\`${where}\` \`${constant}\``,
    ]),
  );

const rows = (head: readonly string[], lines: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`.replaceAll(' --- ', '---'))
    .join('\n');

const count = (value: number) => value.toLocaleString('en-US');
const short = ({ perSecond, burst }: Rate) => `${count(perSecond)} · ${count(burst)}`;

export function textOf(bound: Bound): string {
  if (typeof bound === 'number') return count(bound);
  if ('bytes' in bound) return bytesText(bound.bytes);
  if ('ms' in bound) return timeText(bound.ms);
  if ('brl' in bound) return `R$ ${Number(bound.brl).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
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
