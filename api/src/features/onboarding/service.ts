// The first steps of a tenant. What was seen once stays done, and is kept with the tenant: a dashboard of one that has all steps asks
// ClickHouse nothing. No figure depends on it.

import { readFirstStepsFacts } from '@tracker/figures/health/first-steps-facts';
import type { FigureStores } from '@tracker/figures/tenant';
import type { Onboarding } from '@tracker/schemas/contracts/onboarding.contract';
import { firstSteps, newlyDone } from '@tracker/schemas/health/first-steps-rules';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import type { Person, Principal } from '../../http/access.ts';

export interface OnboardingService {
  read(principal: Principal): Promise<Onboarding>;
  change(person: Person, dismissed: boolean): Promise<Onboarding>;
}

export function createOnboardingService(stores: FigureStores): OnboardingService {
  const { clock, postgres } = stores;

  async function read(principal: Principal): Promise<Onboarding> {
    const facts = await readFirstStepsFacts(stores, principal, clock.now());
    const steps = firstSteps(facts);
    const news = newlyDone(facts.known, steps);
    if (Object.keys(news).length > 0) await store(principal.tenantId, news);
    return { dismissed: facts.known.dismissed !== undefined, steps };
  }

  /** What was stored before stays: two people may look at once. */
  const store = (tenantId: TenantId, news: object) =>
    postgres.withTenant(tenantId, (trx) =>
      trx
        .updateTable('tenants')
        .set({ onboarding: sql`${JSON.stringify(news)}::text::jsonb || onboarding` })
        .where('id', '=', tenantId)
        .execute(),
    );

  return {
    read,

    async change(person, dismissed) {
      const { tenantId } = person;
      if (dismissed) await store(tenantId, { dismissed: instantFromMs(clock.now()) });
      else {
        await postgres.withTenant(tenantId, (trx) =>
          trx
            .updateTable('tenants')
            .set({ onboarding: sql`onboarding - 'dismissed'` })
            .where('id', '=', tenantId)
            .execute(),
        );
      }
      return read(person);
    },
  };
}
