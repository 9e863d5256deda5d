import { systemClock } from '@tracker/infra/lifecycle/clock';
import { expect, test } from 'vitest';
import type { Person } from './access.ts';
import { createFileLimits, FILES_WAITING_OF_TENANT_MAX } from './file-limits.ts';

const personIn = (tenantId: string, userId: string) => ({ tenantId, userId }) as Person;

test('counts the files that one person sends in all of their tenants', async () => {
  const limits = createFileLimits(systemClock);
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const running = limits.run(personIn('tn_first', 'us_a'), () => first.promise);
  const waiting = Array.from({ length: FILES_WAITING_OF_TENANT_MAX }, (_, index) =>
    limits.run(personIn(`tn_${index}`, 'us_a'), async () => order.push('us_a')),
  );
  await expect(limits.run(personIn('tn_last', 'us_a'), async () => undefined)).rejects.toMatchObject({
    ...{ status: 503, code: 'files-busy' },
  });
  const other = limits.run(personIn('tn_other', 'us_b'), async () => order.push('us_b'));
  first.resolve();
  await Promise.all([running, ...waiting, other]);
  expect(order).toEqual(['us_a', 'us_a', 'us_b']);
});
