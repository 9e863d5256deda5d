import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueNightlyRun, type NightlyRule, type NightlySubject, nightlyRunAt } from './nightly-rule.ts';

const rule: NightlyRule = { hour: 2, spreadMinutes: 30 };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Zones and years with their clock changes: Brazil had daylight saving until 2019 (at midnight), Noronha until 2002. */
const years = [
  ['America/Sao_Paulo', 2026],
  ['America/Sao_Paulo', 2017],
  ['America/Sao_Paulo', 2018],
  ['America/Noronha', 2026],
  ['America/Noronha', 2001],
  ['Europe/Lisbon', 2026],
  ['Europe/Lisbon', 1992], // changed its standard time
  ['Europe/Berlin', 2026], // 02:00 is skipped once and repeated once
  ['America/New_York', 2026], // 02:00 is skipped
  ['Australia/Lord_Howe', 2026], // by half an hour
  ['Africa/Casablanca', 2026], // twice a year around Ramadan
  ['Asia/Kathmandu', 2026], // 05:45 east
  ['Pacific/Apia', 2011], // crossed the date line: there was no 30 December
] as const satisfies [string, number][];

const subjectOf = (timeZone: string, sinceMs: number, key = 'emp_1'): NightlySubject => ({
  key,
  timeZone: timeZone as TimeZone,
  sinceMs,
});

/** Checks at each of these times, like a process that stores its runs; returns each night and when it began. */
function watch(subject: NightlySubject, moments: Iterable<number>) {
  const runs: { night: TenantDay; atMs: number }[] = [];
  for (const atMs of moments) {
    const night = dueNightlyRun(rule, subject, atMs, runs.at(-1)?.night);
    if (night !== undefined) runs.push({ night, atMs });
  }
  return runs;
}

function* every(stepMs: number, fromMs: number, toMs: number) {
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) yield atMs;
}

test.each(years)('runs every local night of %s in %i exactly once, within that night', (timeZone, year) => {
  const first = `${year}-01-01` as TenantDay;
  const fromMs = nightlyRunAt(rule, first, timeZone as TimeZone) - MINUTE_MS;
  const toMs = nightlyRunAt(rule, addDays(first, 365), timeZone as TimeZone);
  const runs = watch(subjectOf(timeZone, fromMs), every(15 * MINUTE_MS, fromMs, toMs));
  expect(runs.map(({ night }) => night)).toEqual(
    daysFrom(first, addDays(first, 364)).filter((day) => !(timeZone === 'Pacific/Apia' && day === '2011-12-30')),
  );
  const local = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  for (const { night, atMs } of runs) {
    expect(dayOf(atMs, timeZone as TimeZone)).toBe(night);
    // At most 02:45, from spread and check interval; an hour later where 03:00 is the first hour after the gap.
    expect(local.format(atMs)).toMatch(/^0[23]:/);
  }
});

test.each([
  ['Europe/Berlin', '2026-03-29', '01:00', 'there is no 02:00: 03:00 of summer time'],
  ['Europe/Berlin', '2026-10-25', '00:00', 'the first of the two'],
  ['America/New_York', '2026-03-08', '07:00', 'there is no 02:00: 03:00 of summer time'],
  ['America/New_York', '2026-11-01', '07:00', '01:00 comes twice, 02:00 once'],
  ['Europe/Lisbon', '2026-03-29', '01:00', 'there is no 01:00'],
  ['Europe/Lisbon', '2026-10-25', '02:00', '01:00 comes twice'],
  ['America/Sao_Paulo', '2017-10-15', '04:00', 'the day begins at 01:00'],
  ['America/Sao_Paulo', '2018-02-18', '05:00', 'the evening before has 23:00 twice'],
  ['America/Sao_Paulo', '2026-11-20', '05:00', 'an ordinary night'],
  ['America/Noronha', '2026-11-20', '04:00', 'an ordinary night'],
  ['Australia/Lord_Howe', '2026-10-04', '15:30', 'there is no 02:00: 02:30, of the evening before in UTC'],
])('schedules the night of %s on %s at %s UTC (%s)', (timeZone, day, utc) => {
  const atMs = nightlyRunAt(rule, day as TenantDay, timeZone as TimeZone);
  expect(new Date(atMs).toISOString().slice(11, 16)).toBe(utc);
  expect(dayOf(atMs, timeZone as TimeZone)).toBe(day);
});

test('runs one night, the latest, after downtime of any length and any number of checks', () => {
  const fromMs = Date.parse('2026-01-01T12:00:00Z');
  fc.assert(
    fc.property(
      fc.constantFrom(...years.map(([timeZone]) => timeZone)),
      fc.array(fc.oneof(fc.integer({ min: 0, max: 90 * MINUTE_MS }), fc.integer({ min: 0, max: 40 * DAY_MS })), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.string(),
      (timeZone, gaps, key) => {
        const subject = subjectOf(timeZone, fromMs, key);
        let atMs = fromMs;
        let ran: TenantDay | undefined;
        for (const gap of gaps) {
          atMs += gap;
          const night = dueNightlyRun(rule, subject, atMs, ran);
          if (night !== undefined) {
            expect(ran === undefined || night > ran).toBe(true);
            ran = night;
          }
          // Another check, also by a restarted process, adds nothing.
          expect(ran === undefined ? night : dueNightlyRun(rule, subject, atMs, ran)).toBeUndefined();
          // The stored run is the night before the next one.
          const next = dueNightlyRun(rule, subject, atMs + DAY_MS + 2 * 3_600_000, ran);
          expect(next).toBeDefined();
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('starts a new connection with the next night, and catches up on no earlier one', () => {
  const noon = Date.parse('2026-11-20T15:00:00Z');
  const subject = subjectOf('America/Sao_Paulo', noon);
  expect(dueNightlyRun(rule, subject, noon)).toBeUndefined();
  expect(dueNightlyRun(rule, subject, noon + 20 * 3_600_000)).toBe('2026-11-21');
  // Connected again after weeks: the old run is no reason to catch up now.
  expect(dueNightlyRun(rule, subject, noon + 60_000, '2026-10-02' as TenantDay)).toBeUndefined();
});

test('does not repeat a night when the clock is set back or the tenant moves west', () => {
  const at = (text: string) => Date.parse(text);
  const east = subjectOf('Europe/Lisbon', at('2026-11-01T12:00:00Z'));
  const west = { ...east, timeZone: 'America/Noronha' as TimeZone };
  const night = dueNightlyRun(rule, east, at('2026-11-20T03:00:00Z'));
  expect(night).toBe('2026-11-20');
  expect(dueNightlyRun(rule, east, at('2026-11-19T12:00:00Z'), night)).toBeUndefined();
  expect(dueNightlyRun(rule, west, at('2026-11-20T05:00:00Z'), night)).toBeUndefined();
  expect(dueNightlyRun(rule, west, at('2026-11-21T05:00:00Z'), night)).toBe('2026-11-21');
});

test.each([1 / 24, 1, 2, 3_650])('loses one night at most after a clock that was %s days ahead', (days) => {
  const noon = Date.parse('2026-11-20T15:00:00Z');
  const subject = subjectOf('America/Sao_Paulo', noon - 5 * DAY_MS);
  const ran = dueNightlyRun(rule, subject, noon + days * DAY_MS);
  const started = { ...subject, sinceMs: noon + days * DAY_MS };
  const noons = Array.from({ length: 3 }, (_, day) => noon + day * DAY_MS);
  expect(noons.filter((atMs) => dueNightlyRun(rule, subject, atMs, ran)).length).toBeGreaterThanOrEqual(1);
  expect(noons.some((atMs) => dueNightlyRun(rule, started, atMs))).toBe(true);
});

test('spreads the runs of a time zone over the minutes after the hour, each at a fixed minute', () => {
  const fromMs = Date.parse('2026-11-20T12:00:00Z');
  const started = (key: string) =>
    watch(subjectOf('America/Sao_Paulo', fromMs, key), every(MINUTE_MS, fromMs, fromMs + DAY_MS))[0]!.atMs;
  const two = Date.parse('2026-11-21T05:00:00Z');
  const minutes = Array.from({ length: 40 }, (_, index) => Math.floor((started(`emp_${index}`) - two) / MINUTE_MS));
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...minutes)).toBeLessThanOrEqual(30);
  expect(new Set(minutes).size).toBeGreaterThan(15);
  expect(started('emp_7')).toBe(started('emp_7'));
});
