import { describe, expect, it } from 'vitest';
import type { TenantDay } from './tenant-day.ts';
import { instantsOf } from './tenant-day.ts';
import type { TimeZone } from './time.ts';
import { zoneOffsets } from './zone-offsets.ts';

const HOUR_MS = 3_600_000;
const offsets = (first: string, last: string, zone: string) =>
  zoneOffsets(instantsOf(first as TenantDay, last as TenantDay, zone as TimeZone), zone as TimeZone).map(
    ({ fromMs, offsetMs }) => [new Date(fromMs).toISOString(), offsetMs / HOUR_MS],
  );

describe('UTC offsets of a range of days', () => {
  it('has a single offset when the clocks do not change', () => {
    expect(offsets('2036-01-01', '2036-12-31', 'America/Sao_Paulo')).toEqual([['2036-01-01T03:00:00.000Z', -3]]);
    expect(offsets('2036-01-01', '2036-01-01', 'Asia/Kolkata')).toEqual([['2035-12-31T18:30:00.000Z', 5.5]]);
  });

  it('changes at the instant when the clocks change', () => {
    expect(offsets('2026-01-01', '2026-12-31', 'Europe/Lisbon')).toEqual([
      ['2026-01-01T00:00:00.000Z', 0],
      ['2026-03-29T01:00:00.000Z', 1],
      ['2026-10-25T01:00:00.000Z', 0],
    ]);
  });

  it('leaves out a change at the end of the range', () => {
    expect(offsets('2026-09-05', '2026-09-05', 'America/Santiago')).toEqual([['2026-09-05T04:00:00.000Z', -4]]);
  });

  it('handles changes at midnight and changes by half an hour', () => {
    expect(offsets('2026-09-05', '2026-09-06', 'America/Santiago')).toEqual([
      ['2026-09-05T04:00:00.000Z', -4],
      ['2026-09-06T04:00:00.000Z', -3],
    ]);
    expect(offsets('2026-04-05', '2026-04-05', 'Australia/Lord_Howe')).toEqual([
      ['2026-04-04T13:00:00.000Z', 11],
      ['2026-04-04T15:00:00.000Z', 10.5],
    ]);
  });
});
