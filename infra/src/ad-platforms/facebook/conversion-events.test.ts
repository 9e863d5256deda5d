import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { conversionEvent, useGraph } from '@tracker/test/kit/use-graph';
import { expect, test } from 'vitest';

const t = useGraph();
const DAY_MS = 86_400_000;
const events = (count: number) =>
  Array.from({ length: count }, (_, index) => conversionEvent(`sale-${index}`, t.clock.now()));
const countedIds = () => t.stub.events.counted.map(({ event }) => event.event_id);

test('sends events unchanged, at most a thousand per call', async () => {
  const token = t.stub.tokens.issueForPixel();
  const outcomes = await t.graph.sendEvents('777', token, events(1_500));
  expect(outcomes).toHaveLength(1_500);
  expect(outcomes.every(({ accepted }) => accepted)).toBe(true);
  expect(t.stub.requests.map(({ json }) => (json as { data: unknown[] }).data.length)).toEqual([1_000, 500]);
  expect(t.stub.events.counted[0]).toEqual({ pixelId: '777', event: events(1)[0], atMs: t.clock.now() });
});

test('counts an event once that is sent again after a repeat or a lost answer', async () => {
  const token = t.stub.tokens.issueForPixel();
  t.stub.faults.next({ kind: 'reset' });
  await t.graph.sendEvents('777', token, events(3));
  await t.graph.sendEvents('777', token, events(4));
  expect(countedIds()).toEqual(['sale-0', 'sale-1', 'sale-2', 'sale-3']);
});

test('rejects only the event that is older than seven days, and sends the others', async () => {
  const token = t.stub.tokens.issueForPixel();
  const all = events(40);
  all[17] = conversionEvent('old', t.clock.now() - 8 * DAY_MS);
  const outcomes = await t.graph.sendEvents('777', token, all);
  expect(outcomes.filter(({ accepted }) => !accepted)).toMatchObject([
    { eventId: 'old', error: { action: 'permanent', subcode: 2_804_003, code: 'event_too_old' } },
  ]);
  expect(outcomes.map(({ eventId }) => eventId)).toEqual(all.map(({ event_id }) => event_id));
  expect(countedIds()).toHaveLength(39);
  expect(t.stub.requests.length).toBeLessThan(15);
});

test('delivers test events without counting them', async () => {
  await t.graph.sendEvents('777', t.stub.tokens.issueForPixel(), events(1), { testCode: 'TEST123' });
  expect(t.stub.events.tests).toMatchObject([{ testCode: 'TEST123' }]);
  expect(countedIds()).toEqual([]);
});

test('returns a rejected token, a rate limit and an abort as outcomes of the events, without an exception', async () => {
  const send = async (token: string, signal?: AbortSignal) =>
    (await t.graph.sendEvents('777', token, events(2), { signal })).map((one) => !one.accepted && one.error.action);
  expect(await send('EAAwrong')).toEqual(['reconnect', 'reconnect']);
  const [refused] = await t.graph.sendEvents('777', 'EAAwrong', events(1));
  expect(refused).toMatchObject({ error: { number: 190, code: 'pixel_token_ended' } });
  expect(await send(t.stub.tokens.issueForPixel(), AbortSignal.abort())).toEqual(['retry', 'retry']);
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.insightsThrottled });
  expect(await send(t.stub.tokens.issueForPixel())).toEqual(['throttled', 'throttled']);
  expect(await t.graph.sendEvents('../me', 'x', events(1))).toMatchObject([{ accepted: false }]);
});
