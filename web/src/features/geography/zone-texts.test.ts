import { expect, it } from 'vitest';
import { cityOfZone, clockOfZone } from './zone-texts.ts';

it('names a time zone by its city and shows its local time', () => {
  expect(cityOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(cityOfZone('UTC')).toBe('UTC');
  expect([cityOfZone('America/Sao_Paulo'), cityOfZone('Europe/Lisbon')]).toEqual(['São Paulo', 'Lisboa']);
  expect(clockOfZone('America/Sao_Paulo', Date.parse('2026-11-20T17:05:00Z'))).toBe('UTC−3 · 14:05');
  expect(clockOfZone('Asia/Kolkata', Date.parse('2026-11-20T17:05:00Z'))).toBe('UTC+5:30 · 22:35');
  expect(clockOfZone('Mars/Olympus', 0)).toBe('Mars/Olympus');
});
