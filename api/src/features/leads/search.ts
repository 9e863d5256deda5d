/**
 * Search over names, e-mails and phones. The database cannot search them: each lead is encrypted with its own key, and decrypting
 * one takes some 50 µs of this process. So decrypted leads stay in a cache for the next searches, newest first, until 15 minutes
 * after the tenant's last search. The cache is only searched, never shown: matches are read and decrypted again, so that an
 * erased person is never found.
 *
 * A search waits for the decryption only for a limited time. After that it answers with the newest leads, and with the number of
 * leads that are not searched yet.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import { withTimeout } from '@tracker/infra/lifecycle/timeout';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { folded } from '@tracker/schemas/primitives/text';
import type { LeadFilter } from './filter.ts';
import { decryptPerson } from './open-leads.ts';
import type { LeadPlace, LeadRepository } from './repository.ts';

/** A tenant's newest leads that a search can find; some 200 bytes of memory each. */
export const SEARCHED_MAX = 100_000;
/** Of all tenants together, some 100 MB; beyond it the tenant that did not search for longest begins again. */
export const LEAD_TEXTS_KEPT_MAX = 500_000;
/** How long a search waits for leads that no one has opened yet. */
const TIMEOUT_MS = 1_000;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Between them other requests get their turn: some 3 ms. */
const OPENED_AT_ONCE = 50;
const READ_AT_ONCE = 1_000;
/** Of a hundred thousand leads, their places alone are some tenths of a second of this process and of its database. */
const LOOKS = { runningMax: 2, runningOfOneMax: 1, waitingMax: 50, waitingOfOneMax: 10 };

export interface Found {
  /** Newest first. */
  readonly places: readonly LeadPlace[];
  /** How many older leads are still being opened: a later search finds among them too. */
  readonly pending: number;
}

export interface LeadSearch {
  /** With `timeoutMs: Infinity` it waits until nothing is pending. Rejects when the stores are away, and with 429 when many searches of the tenant wait. */
  find(tenantId: TenantId, filter: LeadFilter, text: string, timeoutMs?: number): Promise<Found>;
}

/** The texts of a tenant's leads by lead and key: one who came back after an erasure has another key. */
interface Memory {
  readonly texts: Map<string, string>;
  filling: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
}

const nameOf = ({ id, person_key_id }: Pick<LeadPlace, 'id' | 'person_key_id'>): string => `${id} ${person_key_id}`;

export interface LeadSearchDeps {
  readonly leads: Pick<LeadRepository, 'places' | 'byIds'>;
  readonly persons: Persons;
  /** By default `LEAD_TEXTS_KEPT_MAX`. */
  readonly keptMax?: number;
}

export function createLeadSearch({ leads, persons, keptMax = LEAD_TEXTS_KEPT_MAX }: LeadSearchDeps): LeadSearch {
  const memories = new Map<TenantId, Memory>();
  const turns = createSemaphore({ ...LOOKS, refusal: 'too-many-questions' });

  function memoryOf(tenantId: TenantId): Memory {
    const memory = memories.get(tenantId) ?? { texts: new Map(), filling: undefined, timer: undefined };
    // Behind the others: the first one is that of the tenant that did not search for longest.
    forget(tenantId);
    memories.set(tenantId, memory);
    memory.timer = setTimeout(() => forget(tenantId), FORGOTTEN_AFTER_MS).unref();
    let kept = 0;
    for (const { texts } of memories.values()) kept += texts.size;
    for (const [id, { texts }] of memories) {
      if (kept <= keptMax || id === tenantId) break;
      kept -= texts.size;
      forget(id);
    }
    return memory;
  }

  function forget(tenantId: TenantId): void {
    clearTimeout(memories.get(tenantId)?.timer);
    memories.delete(tenantId);
  }

  async function fill(tenantId: TenantId, { texts }: Memory, missing: readonly LeadPlace[]): Promise<void> {
    for (let start = 0; start < missing.length; start += READ_AT_ONCE) {
      const some = missing.slice(start, start + READ_AT_ONCE);
      const stored = await leads.byIds(
        tenantId,
        some.map(({ id }) => id),
      );
      for (let first = 0; first < stored.length; first += OPENED_AT_ONCE) {
        await Promise.all(
          stored.slice(first, first + OPENED_AT_ONCE).map(async (row) => {
            texts.set(nameOf(row), searchTextOf((await decryptPerson(persons, tenantId, row)) ?? {}));
          }),
        );
        await nextTurn();
      }
      // Erased since its place was read: nothing to find, and nothing to wait for.
      for (const place of some) if (!texts.has(nameOf(place))) texts.set(nameOf(place), '');
    }
  }

  /** One filling a tenant at a time: two searches want the same leads. */
  function filling(tenantId: TenantId, memory: Memory, missing: readonly LeadPlace[]): Promise<void> {
    memory.filling ??= fill(tenantId, memory, missing).finally(() => {
      memory.filling = undefined;
    });
    return memory.filling;
  }

  return {
    async find(tenantId, filter, text, timeoutMs = TIMEOUT_MS) {
      const memory = memoryOf(tenantId);
      const places = await turns.run([tenantId], () => leads.places(tenantId, filter, SEARCHED_MAX));
      const isMissing = (place: LeadPlace) => !memory.texts.has(nameOf(place));
      const until = performance.now() + timeoutMs;
      for (let missing = places.filter(isMissing); missing.length > 0; missing = missing.filter(isMissing)) {
        const left = until - performance.now();
        if (left <= 0) break;
        const filled = filling(tenantId, memory, missing);
        // The filling goes on after the timeout, for the next search.
        await (left === Number.POSITIVE_INFINITY ? filled : withTimeout(left, filled, () => undefined));
      }
      const firstMissing = places.findIndex(isMissing);
      const opened = firstMissing === -1 ? places : places.slice(0, firstMissing);
      const matches = matcherOf(text);
      return {
        places: opened.filter((place) => matches(memory.texts.get(nameOf(place)) ?? '')),
        pending: places.length - opened.length,
      };
    },
  };
}

const SEPARATOR = '\n';
const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** Without the code of Brazil and the zero that some dial before the area: the number is the same. */
const numberOf = (text: string): string => digitsOf(text).replace(/^(?:0*55(?=0?\d{10,11}$))?0*/, '');

/** Without case and accents; the phone as it was written and by its digits alone. */
export const searchTextOf = ({ name = '', email = '', phone = '' }: Readonly<Record<string, string>>): string =>
  folded([name, email, phone, `${digitsOf(phone)} ${numberOf(phone)}`].join(SEPARATOR));

/** Whether a lead's search text has it; digits that are written like a phone also match its digits, with or without the
 * code of Brazil. */
export function matcherOf(asked: string): (searchText: string) => boolean {
  const wanted = folded(asked).replaceAll(SEPARATOR, ' ');
  const digits = numberOf(asked);
  const isPhone = digits.length >= 4 && /^[\d\s()+.-]+$/.test(asked);
  return (text) => text.includes(wanted) || (isPhone && text.slice(text.lastIndexOf(SEPARATOR)).includes(digits));
}
