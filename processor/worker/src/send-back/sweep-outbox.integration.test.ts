import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

// It sends, and lets expire, what is due in all tenants by its clock.
const stack = useStack({ ownPostgres: true });
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
  await eventually(() => expect(asked).toHaveLength(sending.length));
  await expect(send(slow, ids[0] ?? '')).rejects.toBeInstanceOf(RetryJobLater);
  expect(await send(other, otherId)).toEqual({ sent: 1 });
  answers.resolve();
  expect(await Promise.all(sending)).toEqual(sending.map(() => ({ sent: 1 })));
  expect(await send(slow, ids[0] ?? '')).toEqual({ sent: 1 });
  expect(asked).toHaveLength(ids.length + 1);
});

test('gives slow servers of one person one place in all of their tenants, two to all, and each a turn of 5 s', async () => {
  const kit = await openSendBackKit(stack);
  onTestFinished(() => kit.close());
  let elapsedMs = 0;
  let asked: string[] = [];
  let hold: Promise<void> = Promise.resolve();
  // The attacker's server answers after 9.3 s of simulated time, the other ones at once.
  const server = createServer(async ({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/slow')) {
      await hold;
      elapsedMs += 9_300;
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  /** A postback of a new tenant, set up by this person, that a number of conversions wait for. */
  async function createPostback(path: string, person: string, count: number) {
    const owner = await createTenant(stack);
    const destinationId = await kit.postback(owner, `http://parceiro.example:${port}${path}`);
    await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx.updateTable('destinations').set({ changed_by: person }).where('id', '=', destinationId).execute(),
    );
    kit.clock.advance(60_000);
    const events = Array.from({ length: count }, (_, index) =>
      kit.reported(owner, { ...conversion, transaction_id: `T-${index}` }),
    );
    await kit.process((await Promise.all(events)).map((event) => record(event)));
    return { tenantId: owner.tenantId, destinationId };
  }
  const slow = [
    await createPostback('/slow/1', 'us_attacker', 15),
    await createPostback('/slow/2', 'us_attacker', 15),
    await createPostback('/slow/3', 'us_second', 15),
    await createPostback('/slow/4', 'us_third', 15),
  ] as const;
  const quick = await createPostback('/quick', 'us_other', 1);

  const handle = handleSendBack({ ...kit.deps, elapsed: () => elapsedMs });
  const { signal } = new AbortController();
  const send = (payload: (typeof slow)[number]) =>
    handle({ id: payload.destinationId, payload, attempt: 1, signal, progress: () => undefined });

  // Their first turn shows how slow they are, and ends after the calls that are open when its 5 s are over.
  for (const one of slow) expect(await send(one)).toEqual({ sent: 5 });
  expect(asked).toHaveLength(4 * 5);

  // Held open, two of them take all the places of slow servers, one for each person.
  asked = [];
  const held = Promise.withResolvers<void>();
  hold = held.promise;
  const first = send(slow[0]);
  await eventually(() => expect(asked.filter((url) => url === '/slow/1')).toHaveLength(5));
  await expect(send(slow[1])).rejects.toBeInstanceOf(RetryJobLater);
  const second = send(slow[2]);
  await eventually(() => expect(asked.filter((url) => url === '/slow/3')).toHaveLength(5));
  await expect(send(slow[3])).rejects.toBeInstanceOf(RetryJobLater);
  // The other tenant does not wait.
  expect(await send(quick)).toEqual({ sent: 1 });
  held.resolve();
  expect(await Promise.all([first, second])).toEqual([{ sent: 5 }, { sent: 5 }]);
  // Their places are free again.
  expect(await send(slow[3])).toEqual({ sent: 5 });
});
