import { expect, test } from 'vitest';
import { NOWHERE } from '../lookups/geo.ts';
import { ok } from '../pipeline/outcome.ts';
import { click } from '../testing/events.ts';
import { putPlace } from './put-place.ts';
import type { VisitEvent, WithDevice } from './visit.ts';

const device = {
  deviceType: 'desktop',
  browser: '',
  operatingSystem: '',
  isBot: false,
} as WithDevice<VisitEvent>['device'];
const owner = { tenantId: 'tn_1', campaignId: 'c' } as Parameters<typeof click>[0];

test('a place is that of the network, whether the whole address is still known or not', () => {
  const event = click(owner);
  const asked: string[] = [];
  const geo = {
    place(address: string) {
      asked.push(address);
      return NOWHERE;
    },
  };
  const at = (ipAddress: string) => ({
    ...event,
    payload: { ...event.payload, request: { ...event.payload.request, ipAddress } },
  });
  const visit = (inEvent: string, opened: string) => ({ event: at(inEvent), ipAddress: opened, device });
  for (const one of [
    visit('203.0.113.0', '203.0.113.77'),
    visit('203.0.113.0', '203.0.113.0'),
    visit('203.0.113.77', '203.0.113.77'),
  ]) {
    expect(putPlace(geo).run(one)).toEqual(ok({ ...one, place: NOWHERE }));
  }
  expect(asked).toEqual(Array(3).fill('203.0.113.0'));
});
