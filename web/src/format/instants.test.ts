import type { TimeZone } from '@tracker/schemas/primitives/time';
import { expect, it } from 'vitest';
import { formatInstantTime } from './instants.ts';

it('formats an instant in the time zone of the tenant', () => {
  expect(formatInstantTime('2026-11-20T15:00:05.000Z', 'America/Sao_Paulo' as TimeZone)).toBe('20/11/2026 12:00:05');
  expect(formatInstantTime('2026-01-01T01:30:00.000Z', 'America/Sao_Paulo' as TimeZone)).toBe('31/12/2025 22:30:00');
});
