import type { Addresses } from '@tracker/infra/privacy/addresses';
import { click, clickIdOf, NOON } from '@tracker/processor/testing/events';
import type { TestTenant } from '../kit/tenant-fixture.ts';

/** A day of visitors: many IP addresses, a few thousand user agents. */
export function* story(tenant: TestTenant, addresses: Addresses, events: number) {
  for (let index = 0; index < events; index += 1) {
    const atMs = NOON + index;
    const event = click(tenant, {
      atMs,
      clickId: clickIdOf(tenant, atMs, index % 1_000_000),
      userAgent: `Mozilla/5.0 (Linux; Android 14; SM-S9${index % 60}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.${index % 50}.0 Mobile Safari/537.36`,
      source: 'facebook',
      sub1: String(120_210_000_000 + (index % 500)),
      sub4: 'Vídeo 03 – depoimento',
      utmSource: 'facebook',
      utmMedium: 'paid',
    });
    const ip = `189.${index % 256}.${(index >> 8) % 256}.${index % 199}`;
    Object.assign(event.payload.request, addresses.encrypt(ip, atMs));
    yield event;
  }
}
