import { eventually } from '../kit/eventually.ts';
import { type PushService, startPushService } from '../kit/push-service.ts';
import { cookieOf, type RegisteredTenant } from '../kit/registered-tenant.ts';
import type { Account } from './account.ts';
import { NotSettledError } from './figures.ts';
import { expectIdle } from './idle.ts';

/** What a device showed, compared with the clients' account. */
export interface ShownNotices {
  /** Conversions on the device. */
  readonly shown: number;
  /** Notices that came once more; each took the place of its first one. */
  readonly repeated: number;
  readonly shownTwice: number;
  readonly neverShown: number;
}

/** A device of the tenant's administrator, by a push service that decrypts. */
export interface NoticedDevice {
  readonly service: PushService;
  subscribe(tenant: RegisteredTenant): Promise<void>;
  /** When all that is due was sent. */
  settled(account: Account, adminPort: number): Promise<ShownNotices>;
}

/** A killed worker keeps its job for a minute. */
const SETTLED_WITHIN_MS = 240_000;

export async function openDevice(): Promise<NoticedDevice> {
  const service = await startPushService();
  return {
    service,
    async subscribe(tenant) {
      const address = `${tenant.url}/api/push-devices`;
      const headers = { cookie: await cookieOf(tenant), 'content-type': 'application/json' };
      const { publicKey } = (await (await fetch(address, { headers })).json()) as { publicKey: string };
      const { endpoint, keys } = service.subscribe(publicKey);
      const added = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ endpoint, ...keys }) });
      if (!added.ok) throw new Error(`${added.status} ${await added.text()}`);
    },
    async settled(account, adminPort) {
      const settle = async () => {
        await expectIdle(adminPort, ['tracker_outbox_age_seconds']);
        if (compareNotices(service, account).neverShown > 0) throw new NotSettledError('not all are on the device');
      };
      await eventually(settle, { timeoutMs: SETTLED_WITHIN_MS, everyMs: 500 }).catch(ifNotSettled);
      return compareNotices(service, account);
    },
  };
}

function ifNotSettled(error: unknown): void {
  if (!(error instanceof NotSettledError)) throw error;
}

/** A notice names no transaction; the clients' amounts differ. */
function compareNotices({ notices }: PushService, { conversions }: Account): ShownNotices {
  const byTag = new Map(notices.map(({ notice }) => [notice.tag, notice.title ?? '']));
  const shown = countOf([...byTag.values()].map((title) => Number(title.replaceAll(/\D/g, ''))));
  const all = [...conversions.values()];
  const sold = countOf(all.map(({ cents }) => cents));
  // One that was refunded may have been shown before.
  const kept = countOf(all.filter(({ isRefunded }) => !isRefunded).map(({ cents }) => cents));
  return {
    shown: byTag.size,
    repeated: notices.length - byTag.size,
    shownTwice: excess(shown, sold),
    neverShown: excess(kept, shown),
  };
}

function countOf(cents: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const one of cents) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

const excess = (more: ReadonlyMap<number, number>, less: ReadonlyMap<number, number>): number =>
  [...more].reduce((sum, [cents, count]) => sum + Math.max(0, count - (less.get(cents) ?? 0)), 0);
