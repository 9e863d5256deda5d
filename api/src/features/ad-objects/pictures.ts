// Small pictures of ads. A browser gets them from us: the platform's addresses end after days, and would show it who looks at which ad. We ask only
// addresses that the platform gave, never one of our own network, and keep little.

import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { LRUCache } from 'lru-cache';
import { type Picture, pictureOf } from '../../http/picture.ts';

export const PICTURE_BYTES_MAX = 256 * 1024;
export const PICTURES_KEPT_BYTES_MAX = 32 * 1024 * 1024;
export const PICTURE_DEADLINE_MS = 5_000;
const KEPT_MS = 12 * HOUR_MS;
/** How long an address that gave no picture is not asked again. */
const MISSING_MS = 10 * MINUTE_MS;
/** A screen shows some thirty of them at once. */
export const PICTURES_WAITING_OF_TENANT_MAX = 200;
const RUNNING_MAX = 8;
const RUNNING_OF_TENANT_MAX = 4;

export interface Pictures {
  /** Undefined: there is none, or none that is small enough. `name` is of the object within the tenant. */
  find(tenantId: string, name: string, url: string): Promise<Picture | undefined>;
}

export function createPictures(call: GuardedCall): Pictures {
  const kept = new LRUCache<string, { readonly picture: Picture | undefined }>({
    maxSize: PICTURES_KEPT_BYTES_MAX,
    sizeCalculation: ({ picture }, name) => (picture?.bytes.byteLength ?? 0) + name.length + 100,
    ttl: KEPT_MS,
  });
  const running = new Map<string, Promise<Picture | undefined>>();
  const turns = createSemaphore({
    ...{ runningMax: RUNNING_MAX, runningOfOneMax: RUNNING_OF_TENANT_MAX },
    ...{ waitingMax: 10 * PICTURES_WAITING_OF_TENANT_MAX, waitingOfOneMax: PICTURES_WAITING_OF_TENANT_MAX },
    refusal: 'too-many-questions',
  });

  async function fetched(address: string): Promise<Picture | undefined> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:') return undefined;
    const headers = { accept: 'image/*', 'user-agent': 'TrafficTracker/1.0 (picture)' };
    const answer = await call(url, { method: 'GET', headers });
    return answer.ok && answer.body ? pictureOf(answer.body) : undefined;
  }

  return {
    find(tenantId, name, url) {
      const key = `${tenantId} ${name}`;
      const known = kept.get(key);
      // The picture of a creative does not change, its address does each time.
      if (known) return Promise.resolve(known.picture);
      const before = running.get(key);
      if (before) return before;
      const asked = turns
        .run([tenantId], () => fetched(url))
        .then((picture) => {
          kept.set(key, { picture }, { ttl: picture ? KEPT_MS : MISSING_MS });
          return picture;
        })
        .finally(() => running.delete(key));
      running.set(key, asked);
      return asked;
    },
  };
}
