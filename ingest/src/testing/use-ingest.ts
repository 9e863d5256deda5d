import { createLeadLookup } from '@tracker/infra/caches/lead-lookup';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { registerIngest } from '../app.ts';

export const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** The public endpoints on the real log, and a new tenant for each test. Call it at the top of a test file. */
export function useIngest() {
  const stack = useStack();
  const clock = createFakeClock();
  const { logger } = stack;
  const app = createServer({ logger, trustProxy: false });
  /** Every event in this file's log, by its id. */
  const stored = new Map<string, unknown>();
  /** Every delivery of a checkout in it, in order; a repeated one is there again. */
  const deliveries: ConversionEvent[] = [];
  let tenant: TestTenant;

  beforeAll(async () => {
    const { campaigns, trackingKeys, apiKeys, tenants, secrets } = stack.caches;
    registerIngest(app, {
      recorder: await stack.openRecorder(),
      campaigns,
      trackingKeys,
      apiKeys,
      tenants,
      secrets,
      leads: createLeadLookup(stack.postgres.sql),
      clickIds: createClickIdMint({ slot: 7, clock }),
      addresses: await stack.openAddresses(clock),
      keyring: stack.keyring,
      clock,
      logger,
    });
    await app.ready();
    await stack.log.consume({
      topic: EVENTS_TOPIC,
      group: 'test',
      maxRecords: 1000,
      onBatch: async (records) => {
        for (const record of records) {
          const event = JSON.parse(Buffer.from(record.value).toString('utf8'));
          const delivery = ConversionEvent.safeParse(event);
          if (delivery.success) deliveries.push(delivery.data);
          stored.set(event.id, { ...event, key: record.key });
        }
      },
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    tenant = await createTenant(stack);
  });

  const get = (url: string, headers: Record<string, string> = BROWSER) => app.inject({ url, headers });

  return {
    stack,
    clock,
    app,
    stored,
    deliveries,
    /** The tenant of the running test. */
    get tenant() {
      return tenant;
    },
    get,
    post: (url: string, payload: string | object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } }),

    /** The event with this id once the log has given it out; acknowledged means that it will. */
    eventOf: (id: string) =>
      expect
        .poll(() => stored.get(id), { interval: 20 })
        .toBeDefined()
        .then(() => stored.get(id)),

    async click(query = ''): Promise<string> {
      const answer = await get(`/track/${tenant.campaignId}?format=json${query}`);
      expect(answer.statusCode).toBe(200);
      return TrackAnswer.parse(answer.json()).clickid;
    },
  };
}
