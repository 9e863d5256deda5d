import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { syncToday } from './ad-platforms.contract.ts';
import { performanceSummary } from './dashboard.contract.ts';
import { validateInvite } from './people.contract.ts';

const PERIODS = { today: 1, yesterday: 2, thisMonth: 3 };

/** Answers as the specification prints them (§3, §7), with nothing of our own: a page may be newer than its server. */
const PRINTED: readonly (readonly [{ readonly name: string; readonly response: z.ZodType }, object])[] = [
  [
    validateInvite,
    {
      email: 'ana@example.com',
      role: 'viewer',
      tenantName: 'Empresa',
      inviterName: 'Íris',
      expiresAt: '2026-12-01T00:00:00.000Z',
    },
  ],
  [performanceSummary, { spend: PERIODS, revenue: PERIODS, roas: PERIODS }],
  [syncToday, { dailySpend: 12.5 }],
];

describe('a screen', () => {
  test.each(PRINTED.map(([contract, answer]) => [contract.name, contract, answer] as const))(
    'reads the answer of %s as the specification prints it',
    { tags: ['§7.1', '§7.2', '§7.3'] },
    (_, contract, answer) => {
      expect(contract.response.parse(answer)).toMatchObject(answer);
    },
  );
});
