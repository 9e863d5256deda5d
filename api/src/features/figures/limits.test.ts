import type { TenantId } from '@tracker/schemas/primitives/ids';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../../http/access.ts';
import { createFigureLimits, FACTS_WAITING_OF_ONE_MAX, FIGURES_RATE, TENANT_FIGURES_RATE } from './limits.ts';

const person = (tenantId: string, userId: string) => ({ tenantId: tenantId as TenantId, userId }) as Principal;
const key = (tenantId: string, keyId: string) => ({ tenantId: tenantId as TenantId, keyId }) as Principal;
const newLimits = () => createFigureLimits(createFakeClock('2026-11-24T12:00:00Z'));

describe('limits of figures', () => {
  test('let all keys of a company use up their days, and leave its people and other companies theirs', async () => {
    const limits = newLimits();
    const ask = (who: Principal) =>
      limits.run(who, { tableDays: FIGURES_RATE.burst, source: 'rollup' }, async () => 'answer');
    expect(await ask(key('one', 'first'))).toBe('answer');
    await expect(ask(key('one', 'second'))).rejects.toMatchObject({
      ...{ status: 429, code: 'too-many-questions', retryAfterSeconds: FIGURES_RATE.burst / FIGURES_RATE.perSecond },
    });
    expect(await ask(person('one', 'ana'))).toBe('answer');
    expect(await ask(key('other', 'third'))).toBe('answer');
  });

  test('bound what all of a company use together', async () => {
    const limits = newLimits();
    const ask = (userId: string) =>
      limits.run(person('one', userId), { tableDays: FIGURES_RATE.burst, source: 'rollup' }, async () => 'answer');
    const people = Array.from({ length: TENANT_FIGURES_RATE.burst / FIGURES_RATE.burst }, (_, index) => `p${index}`);
    for (const userId of people) expect(await ask(userId)).toBe('answer');
    await expect(ask('one more')).rejects.toMatchObject({ code: 'too-many-questions' });
  });

  test('run questions about events one after the other, and those of rollups and other companies meanwhile', async () => {
    const limits = newLimits();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const started: string[] = [];
    const ask = (who: Principal, name: string, source: 'facts' | 'rollup') =>
      limits.run(who, { tableDays: 1, source }, async () => {
        started.push(name);
        if (name === 'first') await opened;
      });
    const script = key('one', 'k');
    const first = ask(script, 'first', 'facts');
    const waiting = Array.from({ length: FACTS_WAITING_OF_ONE_MAX }, (_, index) => ask(script, `w${index}`, 'facts'));
    await expect(ask(key('one', 'other'), 'refused', 'facts')).rejects.toMatchObject({ status: 429 });
    await ask(script, 'rollup', 'rollup');
    await ask(person('one', 'ana'), 'ana', 'facts');
    await ask(key('other', 'x'), 'other', 'facts');
    expect(started).toEqual(['first', 'rollup', 'ana', 'other']);
    open();
    await Promise.all([first, ...waiting]);
    expect(started.slice(4)).toEqual(waiting.map((_, index) => `w${index}`));
  });
});
