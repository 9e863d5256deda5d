import { createLogOutbox } from '@tracker/infra/event-log/log-outbox';
import { renderMetrics } from '@tracker/infra/telemetry/metrics';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { startLogOutboxSweep } from './sweep-log-outbox.ts';

// It sweeps the tenants of all.
const stack = useStack({ ownPostgres: true });

const appended = async () => {
  const tenants: TenantId[] = [];
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 100 })) {
    tenants.push(...records.map(({ value }) => JSON.parse(Buffer.from(value).toString()).tenantId));
  }
  return tenants;
};

const ageOf = async () => Number(/^tracker_log_outbox_age_seconds (\S+)$/m.exec(await renderMetrics())?.[1]);

test('appends the events of the others in the same sweep when those of one tenant are refused', async () => {
  const tenants = [await createTenant(stack), await createTenant(stack), await createTenant(stack)];
  const [bad] = tenants.map(({ tenantId }) => tenantId);
  const killed = createLogOutbox({ ...stack, log: { append: () => Promise.reject(new Error('killed')) } });
  for (const { tenantId } of tenants) {
    await killed.withTenant(tenantId, async (_, add) => add('k', { id: 'e', tenantId }));
  }
  let isRefused = true;
  const sweeps = startLogOutboxSweep({
    ...stack,
    log: {
      async append(topic, records, sender) {
        if (sender === bad && isRefused) throw new TypeError('planted');
        await stack.log.append(topic, records, sender);
      },
    },
  });
  onTestFinished(() => sweeps.stop());
  await sweeps.sweep();
  expect((await appended()).toSorted()).toEqual(
    tenants
      .slice(1)
      .map(({ tenantId }) => tenantId)
      .toSorted(),
  );
  expect(await ageOf()).toBeGreaterThan(0);

  isRefused = false;
  await sweeps.sweep();
  expect((await appended()).at(-1)).toBe(bad);
  expect(await ageOf()).toBe(0);
});
