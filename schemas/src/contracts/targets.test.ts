import { expect, test } from 'vitest';
import { z } from 'zod';
import { TargetChange } from './targets.ts';

const Change = z.object(TargetChange);

test('a target is read as the message about a wrong one writes it', () => {
  for (const targetCpa of ['59,90', '59.90', 59.9]) expect(Change.parse({ targetCpa })).toEqual({ targetCpa: 59.9 });
  expect(Change.parse({ targetRoas: '2,5' })).toEqual({ targetRoas: 2.5 });
  for (const targetCpa of ['1.059,90', '59,900', 'dois', '0', '-1', ',5']) {
    const { error } = Change.safeParse({ targetCpa });
    expect([targetCpa, error?.issues[0]?.message]).toEqual([
      targetCpa,
      'Informe um valor em reais maior que zero, como 59,90.',
    ]);
  }
});
