import { describe, expect, it } from 'vitest';
import { matchingZones, offsetOf, zoneChoices } from './time-zones.ts';

const SUMMER = new Date('2026-07-01T12:00:00Z');
const WINTER = new Date('2026-01-01T12:00:00Z');

describe('time zone picker', () => {
  it('shows the current UTC offset of a zone', () => {
    expect(offsetOf('America/Sao_Paulo', WINTER)).toBe('UTC-03:00');
    expect(offsetOf('Asia/Kolkata', WINTER)).toBe('UTC+05:30');
    expect(offsetOf('UTC', WINTER)).toBe('UTC+00:00');
    expect([offsetOf('Europe/Lisbon', WINTER), offsetOf('Europe/Lisbon', SUMMER)]).toEqual(['UTC+00:00', 'UTC+01:00']);
  });

  it('lists Brazilian zones first, each zone once, and always the chosen zone', () => {
    const names = zoneChoices('America/Sao_Paulo', WINTER).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['America/Sao_Paulo', 'America/Noronha']);
    expect(names.length).toBeGreaterThan(300);
    expect(new Set(names).size).toBe(names.length);
    expect(zoneChoices('America/Buenos_Aires', WINTER).map(({ name }) => name)).toContain('America/Buenos_Aires');
  });

  it('finds a zone by city, name or offset without accents or case', () => {
    const zones = zoneChoices('America/Sao_Paulo', WINTER);
    const found = (typed: string) => matchingZones(zones, typed).map(({ name }) => name);
    expect(found('São paulo')).toEqual(['America/Sao_Paulo']);
    expect(found(' MANAUS ')).toEqual(['America/Manaus']);
    expect(found('-02:00')).toContain('America/Noronha');
    expect(found('')).toHaveLength(zones.length);
    expect(found('atlântida')).toEqual([]);
  });
});
