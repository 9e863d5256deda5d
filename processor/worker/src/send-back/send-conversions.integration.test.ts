import { createHash } from 'node:crypto';
import {
  type AdPlatformDestination,
  AdPlatformError,
  type DestinationAccess,
  type EventOutcome,
} from '@tracker/infra/ad-platforms/ad-platform';
import { destinationSecretAad } from '@tracker/infra/secrets/destination-secret';
import { click, type EventOwner, identification, pageView, record } from '@tracker/processor/testing/events';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSendBackKit, PIXEL, type SendBackKit } from '../testing/send-back-kit.ts';

const stack = useStack();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

let kit: SendBackKit;
const open: SendBackKit[] = [];
beforeEach(async () => {
  kit = await openSendBackKit(stack);
  open.push(kit);
});
afterAll(() => Promise.all(open.map((one) => one.close())));

/** The events that the platform counted. */
const counted = () => kit.stub.events.counted.map(({ event }) => event);
const calls = () => kit.stub.requests.filter(({ path }) => path.endsWith('/events'));
const ANA = { email: 'Ana.Lima@Example.com ', phone: '(11) 99999-8888', name: 'Ana Maria Lima' };
const conversion = { transaction_id: 'T-1', amount: 97.9, status: 'approved' };

/** A tenant with a pixel, a minute after it was enabled. */
async function createSender(): Promise<EventOwner & { pixel: string }> {
  const tenant = await createTenant(stack, { destinationUrl: 'https://loja.example/oferta' });
  const pixel = await kit.pixel(tenant);
  kit.clock.advance(MINUTE);
  return { ...tenant, pixel };
}

describe('approved conversion', () => {
  it('is sent to the pixel once, with click, page and buyer', async () => {
    const owner = await createSender();
    const atMs = kit.clock.now();
    const fbc = `fb.1.${atMs}.IwAR123`;
    const plain = click(owner, { atMs, fbp: `fb.1.${atMs}.123`, fbc, sub1: 'ad-1' });
    const request = { ...plain.payload.request, ...kit.addresses.encrypt('177.71.128.9', atMs) };
    const clickEvent = { ...plain, payload: { ...plain.payload, request } };
    kit.clock.advance(10 * MINUTE);
    const reported = await kit.reported(owner, { ...conversion, click_id: clickEvent.payload.clickId }, ANA);
    await kit.process([record(clickEvent), record(pageView(owner, { atMs })), record(reported)]);

    expect(await kit.send(owner, owner.pixel)).toBe(1);
    expect(kit.stub.events.counted).toMatchObject([{ pixelId: PIXEL }]);
    expect(counted()).toEqual([
      {
        event_name: 'Purchase',
        event_time: kit.clock.now() / 1000,
        event_id: 'generic:T-1',
        action_source: 'website',
        event_source_url: 'https://example.com/',
        user_data: {
          em: [hash('ana.lima@example.com')],
          ph: [hash('5511999998888')],
          fn: [hash('ana')],
          ln: [hash('lima')],
          country: [hash('br')],
          client_ip_address: '177.71.128.9',
          client_user_agent: clickEvent.payload.request.userAgent,
          fbc,
          fbp: `fb.1.${atMs}.123`,
        },
        custom_data: { currency: 'BRL', value: 97.9, order_id: 'T-1' },
      },
    ]);
    expect(await kit.outbox(owner)).toMatchObject([{ state: 'sent', attempts: 1, last_error: null }]);

    // Repeated, then completed, then the whole log again.
    const again = await kit.reported(owner, { ...conversion, click_id: clickEvent.payload.clickId, resent: true }, ANA);
    const completed = await kit.reported(
      owner,
      { ...conversion, status: 'completed', click_id: clickEvent.payload.clickId },
      ANA,
    );
    await kit.process([record(again), record(completed)]);
    await kit.process([record(clickEvent), record(reported), record(again), record(completed)]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(calls()).toHaveLength(1);
  });

  it('is sent with its buyer alone when it has no click, as system_generated', async () => {
    const owner = await createSender();
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    await kit.send(owner, owner.pixel);
    expect(counted()).toMatchObject([
      { action_source: 'system_generated', user_data: { em: [hash('ana.lima@example.com')] } },
    ]);
    expect(counted()[0]).not.toHaveProperty('event_source_url');
  });

  it('is not sent, and its outbox entry says why, when neither buyer nor click can be matched', async () => {
    const owner = await createSender();
    await kit.process([record(await kit.reported(owner, conversion))]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(calls()).toEqual([]);
    expect(await kit.outbox(owner)).toMatchObject([
      { state: 'failed', attempts: 0, last_error: { code: 'buyer_unknown' } },
    ]);
  });

  it('waits for a click that arrives later, and is sent as soon as the click is stored', async () => {
    const owner = await createSender();
    const clickEvent = click(owner, { atMs: kit.clock.now(), fbp: `fb.1.${kit.clock.now()}.9` });
    kit.clock.advance(MINUTE);
    await kit.process([
      record(await kit.reported(owner, { ...conversion, click_id: clickEvent.payload.clickId }, ANA)),
    ]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    await kit.process([record(clickEvent)]);
    expect(await kit.send(owner, owner.pixel)).toBe(1);
    expect(counted()).toMatchObject([
      { user_data: { fbp: clickEvent.payload.tags.fbp }, event_source_url: 'https://loja.example/oferta' },
    ]);
  });

  it('is sent without its click when that never arrives', async () => {
    const owner = await createSender();
    const unseen = click(owner, { atMs: kit.clock.now() }).payload.clickId;
    await kit.process([record(await kit.reported(owner, { ...conversion, click_id: unseen }, ANA))]);
    kit.clock.advance(10 * MINUTE);
    expect(await kit.send(owner, owner.pixel)).toBe(1);
    expect(counted()).toMatchObject([{ action_source: 'system_generated' }]);
  });
});

describe('conversion that is not sent', () => {
  it.each([
    ['a refunded conversion', { status: 'refunded' }],
    ['a pending conversion', { status: 'pending' }],
    ['a chargeback', { status: 'chargeback' }],
    ['a test conversion', { is_test: true }],
    ['a lead', { event_type: 'lead' }],
  ])('adds nothing to the outbox for %s', async (_, change) => {
    const owner = await createSender();
    await kit.process([record(await kit.reported(owner, { ...conversion, ...change }, ANA))]);
    expect(await kit.outbox(owner)).toEqual([]);
  });

  it('fails in the outbox when it is refunded before it was sent', async () => {
    const owner = await createSender();
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    await kit.process([record(await kit.reported(owner, { ...conversion, status: 'refunded' }, ANA))]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(calls()).toEqual([]);
    expect(await kit.outbox(owner)).toMatchObject([
      { state: 'failed', last_error: { code: 'conversion_not_approved' } },
    ]);
  });

  it('is not sent again when it is refunded after it was sent', async () => {
    const owner = await createSender();
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    await kit.send(owner, owner.pixel);
    await kit.process([record(await kit.reported(owner, { ...conversion, status: 'refunded' }, ANA))]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(calls()).toHaveLength(1);
  });
});

describe('pixel switch', () => {
  const switchTo = (owner: EventOwner, id: string, values: { is_on: boolean; since?: Date }) =>
    stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx.updateTable('destinations').set(values).where('id', '=', id).execute(),
    );

  it('stops the outbox while off, and sends only conversions approved after it is on again', async () => {
    const owner = await createSender();
    await kit.process([record(await kit.reported(owner, { ...conversion, transaction_id: 'before' }, ANA))]);
    await switchTo(owner, owner.pixel, { is_on: false });
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    await kit.process([record(await kit.reported(owner, { ...conversion, transaction_id: 'meanwhile' }, ANA))]);
    expect(await kit.outbox(owner)).toHaveLength(1);
    kit.clock.advance(MINUTE);
    await switchTo(owner, owner.pixel, { is_on: true, since: new Date(kit.clock.now()) });
    // Received late, and approved while the pixel was off.
    const approved_at = instantFromMs(kit.clock.now() - 30_000);
    await kit.process([record(await kit.reported(owner, { ...conversion, transaction_id: 'late', approved_at }, ANA))]);
    expect(await kit.outbox(owner)).toHaveLength(1);
    await kit.process([record(await kit.reported(owner, { ...conversion, transaction_id: 'after' }, ANA))]);
    expect(await kit.outbox(owner)).toHaveLength(2);
  });

  it('applies to its own tenant only', async () => {
    const [owner, other] = [await createSender(), await createTenant(stack)];
    await kit.process([
      record(await kit.reported(owner, conversion, ANA)),
      record(await kit.reported(other, conversion, ANA)),
    ]);
    expect([await kit.outbox(owner), await kit.outbox(other)]).toMatchObject([[{ state: 'waiting' }], []]);
    // A destination of another tenant cannot be used.
    expect(await kit.send(other, owner.pixel)).toBe(0);
  });

  it('includes conversions that are reported late, but none older than seven days', async () => {
    const tenant = await createTenant(stack);
    await kit.pixel(tenant);
    kit.clock.advance(9 * DAY);
    const at = (days: number) => ({
      ...conversion,
      transaction_id: `T-${days}`,
      approved_at: instantFromMs(kit.clock.now() - days * DAY),
    });
    await kit.process([record(await kit.reported(tenant, at(8), ANA)), record(await kit.reported(tenant, at(6), ANA))]);
    expect(await kit.outbox(tenant)).toMatchObject([{ approved_at: new Date(kit.clock.now() - 6 * DAY) }]);
  });
});

it('does not send the conversion of an erased person', async () => {
  const owner = await createSender();
  const reported = await kit.reported(owner, conversion, ANA);
  await kit.process([record(reported)]);
  await stack.persons.erase(owner.tenantId, reported.payload.person?.personId ?? '');
  expect(await kit.send(owner, owner.pixel)).toBe(0);
  expect(calls()).toEqual([]);
  expect(await kit.outbox(owner)).toMatchObject([{ state: 'failed', last_error: { code: 'buyer_erased' } }]);
});

describe('rejecting ad platform', () => {
  it('receives everything after the wait that it asked for', async () => {
    const owner = await createSender();
    kit.stub.faults.next({ kind: 'refuse', refusal: refusals.insightsThrottled });
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(await kit.outbox(owner)).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: { code: 'throttled' } },
    ]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(calls()).toHaveLength(1);
    const [row] = await kit.outbox(owner);
    kit.clock.set(row?.next_at ?? 0);
    expect(await kit.send(owner, owner.pixel)).toBe(1);
    expect(await kit.outbox(owner)).toMatchObject([{ state: 'sent', last_error: null }]);
  });

  it('stops the pixel when its token is rejected, until another token is saved', async () => {
    const owner = await createSender();
    await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx
        .updateTable('destinations')
        .set({ token_encrypted: stack.keyring.encrypt('EAAwrong', destinationSecretAad(owner.tenantId, owner.pixel)) })
        .execute(),
    );
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    const stopped = await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx.selectFrom('destinations').selectAll().executeTakeFirstOrThrow(),
    );
    expect(stopped).toMatchObject({
      stopped_at: new Date(kit.clock.now()),
      stop_reason: { code: 'pixel_token_ended' },
    });
    expect(await kit.outbox(owner)).toMatchObject([{ state: 'waiting', last_error: { code: 'pixel_token_ended' } }]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    expect(calls()).toHaveLength(1);

    const token_encrypted = stack.keyring.encrypt(
      kit.stub.tokens.issueForPixel(),
      destinationSecretAad(owner.tenantId, owner.pixel),
    );
    await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx.updateTable('destinations').set({ token_encrypted, stopped_at: null, stop_reason: null }).execute(),
    );
    expect(await kit.send(owner, owner.pixel)).toBe(1);
  });

  it('stops the pixel when its token cannot be decrypted, and asks to save it again', async () => {
    const owner = await createSender();
    await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx
        .updateTable('destinations')
        .set({ token_encrypted: stack.keyring.encrypt('EAAtoken', 'elsewhere') })
        .execute(),
    );
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    const [row] = await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx.selectFrom('destinations').select('stop_reason').execute(),
    );
    expect(row?.stop_reason).toEqual({ code: 'token_unreadable' });
    expect(await kit.outbox(owner)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  it('receives the other conversions when it rejects one for good', async () => {
    const owner = await createSender();
    // The platform rejects the call for both, then that for the first alone.
    kit.stub.faults.next({ kind: 'refuse', refusal: refusals.badParameter }, { times: 2 });
    await kit.process([
      record(await kit.reported(owner, { ...conversion, transaction_id: 'T-1' }, ANA)),
      record(await kit.reported(owner, { ...conversion, transaction_id: 'T-2' }, ANA)),
    ]);
    expect(await kit.send(owner, owner.pixel)).toBe(1);
    expect((await kit.outbox(owner)).map(({ state }) => state).sort()).toEqual(['failed', 'sent']);
  });

  it('ends the retries after seven days', async () => {
    const owner = await createSender();
    kit.stub.faults.rate = 1;
    kit.stub.faults.kinds = [{ kind: 'refuse', refusal: refusals.service }];
    await kit.process([record(await kit.reported(owner, conversion, ANA))]);
    const approvedAt = kit.clock.now();
    for (let attempts = 1; ; attempts += 1) {
      await kit.send(owner, owner.pixel);
      const [row] = await kit.outbox(owner);
      expect(row).toMatchObject({ state: 'waiting', attempts, last_error: { code: 'no_answer' } });
      const next = row?.next_at.getTime() ?? 0;
      expect(next).toBeGreaterThan(kit.clock.now());
      kit.clock.set(next);
      if (next > approvedAt + 7 * DAY) break;
    }
    expect(await kit.send(owner, owner.pixel)).toBe(0);
    const [row] = await kit.outbox(owner);
    expect(row?.attempts).toBeLessThan(60);
    expect(calls().length).toBeGreaterThan(10);
  });
});

it('sends again under the same event id after a crash between send and update, and the ad platform counts it once', async () => {
  const owner = await createSender();
  await kit.process([record(await kit.reported(owner, conversion, ANA))]);
  const { postgres } = stack;
  const killed = kit.send(owner, owner.pixel, {
    postgres: {
      ...postgres,
      async withTenant(...work) {
        if (counted().length > 0) throw new Error('killed');
        return postgres.withTenant(...work);
      },
    },
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await kit.outbox(owner)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  expect(await kit.send(owner, owner.pixel)).toBe(1);
  const ids = calls().map(({ json }) =>
    (json as { data: { event_id: string }[] }).data.map(({ event_id }) => event_id),
  );
  expect(ids).toEqual([['generic:T-1'], ['generic:T-1']]);
  expect(counted()).toHaveLength(1);
});

it('sends a backlog completely, a few hundred conversions a call', async () => {
  const owner = await createSender();
  const reported = await Promise.all(
    Array.from({ length: 450 }, (_, index) =>
      kit.reported(owner, { ...conversion, transaction_id: `T-${index}` }, ANA),
    ),
  );
  await kit.process(reported.map(record));
  expect(await kit.send(owner, owner.pixel)).toBe(450);
  expect(calls()).toHaveLength(3);
  expect(new Set(counted().map(({ event_id }) => event_id)).size).toBe(450);
});

describe('a platform with ideas of its own', () => {
  /** Takes conversions for an action of an ad account, by the connection's token. */
  function platformByConnection(answer: () => EventOutcome['accepted'] | AdPlatformError) {
    const calls: { access: DestinationAccess; ids: (object | undefined)[] }[] = [];
    const settings = z.object({ adAccountId: z.string(), conversionActionId: z.string() });
    const destination: AdPlatformDestination = {
      ...{ credential: 'connection', settings, saved: settings, label: () => '', isTestable: () => false },
      async send(access, conversions) {
        calls.push({ access, ids: conversions.map(({ click: of }) => of?.ids) });
        const given = answer();
        return conversions.map(({ eventId }) =>
          given instanceof AdPlatformError ? { eventId, accepted: false, error: given } : { eventId, accepted: true },
        );
      },
    };
    return { calls, adPlatforms: [{ ...kit.platform, destination }] };
  }
  const ACTION = { adAccountId: 'c1', conversionActionId: '7' };

  async function createConnected(settings: Record<string, string> = ACTION) {
    const tenant = await createTenant(stack, { destinationUrl: 'https://loja.example/oferta' });
    const destinationId = await kit.byConnection(tenant, settings);
    kit.clock.advance(MINUTE);
    return { ...tenant, destinationId };
  }
  async function sell(owner: EventOwner) {
    const of = click(owner, { atMs: kit.clock.now(), gclid: 'Cj0KCQ', wbraid: 'Wb1' });
    const reported = await kit.reported(owner, { ...conversion, click_id: of.payload.clickId }, ANA);
    await kit.process([record(of), record(reported), record(identification(of, { ttp: '2uDM' }))]);
  }

  it('gets its settings, the token of the connection, and the ids of the click by name', async () => {
    const { calls: sent, adPlatforms } = platformByConnection(() => true);
    const owner = await createConnected();
    await sell(owner);
    // No one is connected: the conversion waits.
    expect(await kit.send(owner, owner.destinationId, { adPlatforms })).toBe(0);
    await kit.connect(owner, 'token-1');
    kit.clock.advance(2 * 60 * MINUTE);
    expect(await kit.send(owner, owner.destinationId, { adPlatforms })).toBe(1);
    const ids = { gclid: 'Cj0KCQ', wbraid: 'Wb1', gbraid: '', ttclid: '', fbp: '', ttp: '2uDM' };
    expect(sent).toMatchObject([{ access: { settings: ACTION, token: 'token-1' }, ids: [ids] }]);
  });

  it('waits for a new consent when it refuses the token of the connection', async () => {
    const ended = new AdPlatformError('reconnect', { code: 'connection_ended' }, 'ended');
    let isEnded = true;
    const { adPlatforms } = platformByConnection(() => (isEnded ? ended : true));
    const owner = await createConnected();
    await kit.connect(owner, 'token-1');
    await sell(owner);
    expect(await kit.send(owner, owner.destinationId, { adPlatforms })).toBe(0);
    expect(await kit.connection(owner)).toMatchObject({ isAlive: false });
    isEnded = false;
    await kit.connect(owner, 'token-2');
    kit.clock.advance(2 * 60 * MINUTE);
    expect(await kit.send(owner, owner.destinationId, { adPlatforms })).toBe(1);
  });

  it('stops when what was saved is not enough for it any more', async () => {
    const { calls: sent, adPlatforms } = platformByConnection(() => true);
    const owner = await createConnected({ adAccountId: 'c1' });
    await kit.connect(owner, 'token-1');
    await sell(owner);
    expect(await kit.send(owner, owner.destinationId, { adPlatforms })).toBe(0);
    const [row] = await stack.postgres.withTenant(owner.tenantId, (trx) =>
      trx.selectFrom('destinations').select('stop_reason').execute(),
    );
    expect([row?.stop_reason, sent]).toEqual([{ code: 'settings_outdated' }, []]);
  });
});
