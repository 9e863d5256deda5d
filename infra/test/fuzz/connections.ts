// Others are answered while strangers hold connections.
import { setTimeout as delay } from 'node:timers/promises';
import { ATTACKS, holdConnections } from '../kit/attackers.ts';
import { within } from '../kit/machine.ts';
import { click } from '../kit/registered-tenant.ts';
import type { Target } from './target.ts';

/** Each attack lasts some seconds; a click next to it may not take longer. */
const LASTS_MS = 3_000;
const CLICK_MAX_MS = within(10_000);

export async function answersNextToAttacks({ tenant }: Target, complaints: string[]): Promise<void> {
  for (const attack of ATTACKS) {
    const { name } = attack;
    const held = holdConnections(attack, { url: tenant.url });
    const endsAt = performance.now() + LASTS_MS;
    while (performance.now() < endsAt) {
      const began = performance.now();
      await click(tenant).catch((error: unknown) => complaints.push(`${name}: a click next to it failed: ${error}`));
      const tookMs = performance.now() - began;
      if (tookMs > CLICK_MAX_MS) complaints.push(`${name}: a click next to it took ${Math.round(tookMs)} ms`);
      await delay(100);
    }
    await held.stop();
  }
}
