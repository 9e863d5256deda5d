import { type JobQueue, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { createPgBossJobQueue } from '@tracker/infra/jobs/pg-boss-job-queue';
import { sendBack } from '@tracker/infra/jobs/queues';
import { renderMetrics } from '@tracker/infra/telemetry/metrics';
import { record } from '@tracker/processor/testing/events';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { openSendBackKit } from '../testing/send-back-kit.ts';
import { handleSendBack, startOutboxSweep } from './sweep-outbox.ts';

const stack = useStack();
const DAY = 86_400_000;
const conversion = { transaction_id: 'T-1', amount: 97.9, status: 'approved' };

test('sends due conversions by a job, and marks those that are too old as expired', async () => {
  const kit = await openSendBackKit(stack);
  const jobs = await createPgBossJobQueue({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(async () => {
    await jobs.close();
    await kit.close();
  });
  const [owner, stopped] = [await createTenant(stack), await createTenant(stack)];
  for (const one of [owner, stopped]) await kit.pixel(one);
  kit.clock.advance(60_000);
  for (const one of [owner, stopped])
    await kit.process([record(await kit.reported(one, conversion, { email: 'ana@example.com' }))]);
  await stack.postgres.withTenant(stopped.tenantId, (trx) =>
    trx
      .updateTable('destinations')
      .set({ stopped_at: new Date(), stop_reason: { code: 'pixel_token_ended' } })
      .execute(),
  );

  await jobs.work(sendBack.queue, handleSendBack(kit.deps));
  const outbox = startOutboxSweep({ ...kit.deps, jobs });
  onTestFinished(() => outbox.stop());
  await eventually(async () => expect(await kit.outbox(owner)).toMatchObject([{ state: 'sent' }]), {
    timeoutMs: 20_000,
  });
  expect(await kit.outbox(stopped)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  // What a stopped destination keeps back is not late; by its time it would be the oldest of all tests.
  const heldBackFor = 300 * DAY;
  await stack.postgres.withTenant(stopped.tenantId, (trx) =>
    trx
      .updateTable('outbox')
      .set({ next_at: new Date(kit.clock.now() - heldBackFor) })
      .execute(),
  );
  const [, age] = /^tracker_outbox_age_seconds (\S+)$/m.exec(await renderMetrics()) ?? [];
  expect(Number(age)).toBeGreaterThanOrEqual(0);
  expect(Number(age)).toBeLessThan(heldBackFor / 1_000);

  kit.clock.advance(7 * DAY);
  await outbox.sweep();
  expect(await kit.outbox(stopped)).toMatchObject([
    { state: 'expired', last_error: { code: 'send_expired' }, settled_at: new Date(kit.clock.now()) },
  ]);
  expect(await kit.outbox(owner)).toMatchObject([{ state: 'sent', last_error: null }]);
});

test('adds the jobs of the other destinations in the same sweep when one cannot be added', async () => {
  const kit = await openSendBackKit(stack);
  const queue = await createPgBossJobQueue({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(async () => {
    await queue.close();
    await kit.close();
  });
  const owners = [await createTenant(stack), await createTenant(stack), await createTenant(stack)];
  const destinations = await Promise.all(owners.map((owner) => kit.pixel(owner)));
  kit.clock.advance(60_000);
  for (const owner of owners) await kit.process([record(await kit.reported(owner, conversion))]);
  let badId: string | undefined;
  const added: string[] = [];
  const jobs: JobQueue = {
    ...queue,
    async add(_, payload) {
      const { destinationId } = payload as { destinationId: string };
      // The first of these.
      if (destinations.includes(destinationId)) badId ??= destinationId;
      if (destinationId === badId) throw new TypeError('defect');
      added.push(destinationId);
      return { id: destinationId, added: true };
    },
  };
  const outbox = startOutboxSweep({ ...kit.deps, jobs });
  onTestFinished(() => outbox.stop());
  await outbox.sweep();
  expect(badId).toBeDefined();
  expect(added).toEqual(expect.arrayContaining(destinations.filter((id) => id !== badId)));
});

test('puts off what one tenant sends to more slow servers than it has places, and sends what others have', async () => {
  const kit = await openSendBackKit(stack);
  onTestFinished(() => kit.close());
  const [slow, other] = [await createTenant(stack), await createTenant(stack)];
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) ids.push(await kit.postback(slow, `http://lento.example/${index}`));
  const otherId = await kit.postback(other, 'http://rapido.example/');
  kit.clock.advance(60_000);
  for (const owner of [slow, other]) await kit.process([record(await kit.reported(owner, conversion))]);
  const asked: string[] = [];
  const answers = Promise.withResolvers<void>();
  const handle = handleSendBack({
    ...kit.deps,
    async get({ hostname }) {
      asked.push(hostname);
      if (hostname === 'lento.example') await answers.promise;
      return { ok: true, status: 204, durationMs: 1 };
    },
  });
  const { signal } = new AbortController();
  const send = ({ tenantId }: { tenantId: typeof slow.tenantId }, destinationId: string) =>
    handle({ id: destinationId, payload: { tenantId, destinationId }, attempt: 1, signal, progress: () => undefined });
  const sending = ids.slice(1).map((id) => send(slow, id));
  await expect(send(slow, ids[0] ?? '')).rejects.toBeInstanceOf(RetryJobLater);
  expect(await send(other, otherId)).toEqual({ sent: 1 });
  answers.resolve();
  expect(await Promise.all(sending)).toEqual(sending.map(() => ({ sent: 1 })));
  expect(await send(slow, ids[0] ?? '')).toEqual({ sent: 1 });
  expect(asked).toHaveLength(ids.length + 1);
});
