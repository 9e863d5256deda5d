// The Conversions API: one invalid event rejects the whole call; a repeated (name, id) is accepted and not counted again.
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { z } from 'zod';
import { refusals, refuse } from './refusal.ts';

const Event = z.looseObject({
  event_name: z.string().min(1),
  event_time: z.number().int(),
  event_id: z.string().optional(),
  action_source: z.string(),
  event_source_url: z.string().optional(),
  user_data: z.looseObject({ client_user_agent: z.string().optional() }),
});
export type StubEvent = z.infer<typeof Event>;

const Body = z.looseObject({ data: z.array(z.unknown()).min(1).max(1000), test_event_code: z.string().optional() });

export interface Events {
  /** Counted events in order of arrival, without repeats and test events. */
  readonly counted: { readonly pixelId: string; readonly event: StubEvent; readonly atMs: number }[];
  readonly tests: { readonly pixelId: string; readonly event: StubEvent; readonly testCode: string }[];
  take(pixelId: string, body: unknown): Record<string, unknown>;
}

const WEEK_MS = 7 * DAY_MS;
const KNOWN_FOR_MS = 48 * HOUR_MS;

export function createEvents(clock: { now(): number }): Events {
  const knownUntil = new Map<string, number>();

  function count(events: Events, pixelId: string, event: StubEvent) {
    const key = `${pixelId} ${event.event_name} ${event.event_id}`;
    const isKnown = event.event_id !== undefined && (knownUntil.get(key) ?? 0) > clock.now();
    if (isKnown) return;
    knownUntil.set(key, clock.now() + KNOWN_FOR_MS);
    events.counted.push({ pixelId, event, atMs: clock.now() });
  }

  return {
    counted: [],
    tests: [],
    take(pixelId, body) {
      const { data, test_event_code: testCode } = Body.safeParse(body).data ?? refuse(refusals.badParameter);
      const taken = data.map((one) => Event.safeParse(one).data ?? refuse(refusals.badParameter));
      for (const event of taken) refuseBad(event, clock.now());
      for (const event of taken) {
        if (testCode === undefined) count(this, pixelId, event);
        else this.tests.push({ pixelId, event, testCode });
      }
      return { events_received: taken.length, messages: [], fbtrace_id: 'A1b2C3d4E5f' };
    },
  };
}

function refuseBad({ event_time, action_source, event_source_url, user_data }: StubEvent, nowMs: number) {
  if (event_time * 1000 < nowMs - WEEK_MS || event_time * 1000 > nowMs + 60_000) refuse(refusals.oldEvent);
  const isWhole = event_source_url !== undefined && user_data.client_user_agent !== undefined;
  if (action_source === 'website' && !isWhole) refuse(refusals.badParameter);
}
