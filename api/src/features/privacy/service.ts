// Administrators answer the requests of persons about their data: they search, export and erase, each with a row in the audit log.
// The rows name the person by the pseudonymous id alone.
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eraseGroup } from '@tracker/infra/privacy/erase-person';
import { exportGroup, type StoredPerson } from '@tracker/infra/privacy/export-person';
import { findGroups, groupOf, type PersonQuery, type PrivacyDeps } from '@tracker/infra/privacy/find-person';
import type { PersonGroup } from '@tracker/infra/privacy/person-groups';
import {
  type erasePerson,
  type FoundPerson,
  PERSONS_MAX,
  type PersonExport,
  type PersonSearch,
} from '@tracker/schemas/contracts/privacy.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import { buyerOf } from '@tracker/schemas/privacy/buyer';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { recordAlone } from '../../store/audit.ts';

export interface PrivacyService {
  /** Those with an e-mail first asked for come first. */
  search(person: Person, search: PersonSearch): Promise<FoundPerson[]>;
  /** Rejects with 404 for a person of whom the tenant has nothing; `erase` too. */
  export(person: Person, personId: string): Promise<PersonExport>;
  erase(person: Person, personId: string): Promise<z.infer<(typeof erasePerson)['response']>>;
}

/** Requests of persons are rare: ten at once, and one every ten seconds. A search names people, so a stolen session gets few. */
export const PERSON_RATE = { perSecond: 1 / 10, burst: 10 };

export function createPrivacyService({ clock, ...deps }: PrivacyDeps & { readonly clock: Clock }): PrivacyService {
  const { postgres } = deps;
  const buckets = createTokenBuckets(PERSON_RATE);

  function take({ tenantId }: Person): void {
    const waitSeconds = buckets.take(tenantId, clock.now());
    if (waitSeconds > 0) throw new AppError('too-many-requests', { retryAfterSeconds: waitSeconds });
  }

  async function known(tenantId: TenantId, personId: string): Promise<{ group: PersonGroup; stored: StoredPerson }> {
    const group = await groupOf(deps, { tenantId, personId });
    const stored = await exportGroup(deps, tenantId, group);
    if (!isSomething(stored)) throw notFound();
    return { group, stored };
  }

  return {
    async search(person, { by, value }) {
      take(person);
      const { tenantId } = person;
      const found = await findGroups(postgres, tenantId, { [by]: value } as unknown as PersonQuery);
      const stored: StoredPerson[] = [];
      for (const group of found.slice(0, PERSONS_MAX)) stored.push(await exportGroup(deps, tenantId, group));
      await recordAlone(postgres, person, 'person.search', { by });
      return stored.filter(isSomething).map(toFound);
    },

    async export(person, personId) {
      take(person);
      const { stored } = await known(person.tenantId, personId);
      const { tenantName, leads, deliveries, conversions } = stored;
      // Before the answer: what has left cannot be called back.
      await recordAlone(postgres, person, 'person.export', { personId, ...countsOf(stored) });
      return {
        exportedAt: instantFromMs(clock.now()),
        personId: stored.personId,
        tenantName,
        erasedAt: stored.erasedAt as Instant | null,
        leads: plain(leads),
        deliveries: plain(deliveries),
        conversions: plain(conversions),
      };
    },

    async erase(person, personId) {
      take(person);
      const { group, stored } = await known(person.tenantId, personId);
      const erasedAt = instantFromMs(clock.now());
      await eraseGroup(deps, person.tenantId, group);
      const counts = countsOf(stored);
      await recordAlone(postgres, person, 'person.erase', { personId: group.personId, ...counts });
      return { ...counts, erasedAt };
    },
  };
}

const isSomething = ({ erasedAt, keys, leads, deliveries }: StoredPerson): boolean =>
  erasedAt !== null || keys + leads.length + deliveries.length > 0;

const countsOf = ({ leads, deliveries }: StoredPerson) => ({ leads: leads.length, deliveries: deliveries.length });

/** Rows as JSON has them. */
const plain = (rows: readonly object[]) => JSON.parse(JSON.stringify(rows)) as Record<string, unknown>[];

const orNull = (text: string | undefined): string | null => (text ? text : null);

/** By the lead if there is one, else by the newest delivery that says it. */
function toFound({ personId, erasedAt, leads, deliveries, conversions }: StoredPerson): FoundPerson {
  const buyers = deliveries.toReversed().flatMap(({ personal }) => (personal ? [buyerOf(personal)] : []));
  const stated = (lead: 'name' | 'email' | 'phone', buyer: (one: (typeof buyers)[number]) => string) =>
    orNull([...leads.map((one) => one[lead] ?? ''), ...buyers.map(buyer)].find((text) => text !== ''));
  return {
    personId,
    name: stated('name', ({ firstName, lastName }) => `${firstName} ${lastName}`.trim()),
    email: stated('email', ({ email }) => email),
    phone: stated('phone', ({ phone }) => phone),
    leads: leads.length,
    deliveries: deliveries.length,
    conversions: conversions.length,
    erasedAt: erasedAt as Instant | null,
  };
}
