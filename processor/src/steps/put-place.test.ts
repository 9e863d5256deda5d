import { expect, test } from 'vitest';
import { NOWHERE } from '../lookups/geo.ts';
import { ok } from '../pipeline/outcome.ts';
import { click } from '../testing/events.ts';
import { putPlace } from './put-place.ts';
import type { RequestEvent, WithDevice } from './visitor-request.ts';

const device = {
  deviceType: 'desktop',
  browser: '',
  operatingSystem: '',
  isBot: false,
} as WithDevice<RequestEvent>['device'];
const owner = { tenantId: 'tn_1', campaignId: 'c' } as Parameters<typeof click>[0];

test('looks up the place of the network, also for events with a full address', () => {
  const event = click(owner);
  const asked: string[] = [];
  const geo = {
    place(address: string) {
      asked.push(address);
      return NOWHERE;
    },
  };
  for (const ipAddress of ['203.0.113.0', '203.0.113.77']) {
    const request = { ...event.payload.request, ipAddress };
    const state = { event: { ...event, payload: { ...event.payload, request } }, device };
    expect(putPlace(geo).run(state)).toEqual(ok({ ...state, place: NOWHERE }));
  }
  expect(asked).toEqual(['203.0.113.0', '203.0.113.0']);
});
