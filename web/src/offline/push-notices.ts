/// <reference lib="webworker" />
/** Notices of sales (Web Push): shows them, opens their screen, and renews a subscription that the browser replaces (ADR 68, 70). */
import type { OwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import type { PushDevice } from '@tracker/schemas/contracts/push.contract';
import { TENANT_HEADER } from '@tracker/schemas/contracts/wanted-tenant';
import { endpointKeyOf, subscriptionBody } from '../push/subscription.ts';

interface Notice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** To an open window: show this screen, without loading the page again. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly path: string;
}

/** Browsers demand that each push shows something. */
const UNREADABLE: Notice = { title: 'Venda!', body: 'Abra o painel para ver.', tag: 'unreadable', path: '/' };
const DEVICES_PATH = '/api/push-devices';
const TENANTS_PATH = '/api/companies';

/** `isScreen`: of the path of a window, or of a notice. */
export function listenToPushes(worker: ServiceWorkerGlobalScope, isScreen: (path: string) => boolean): void {
  worker.addEventListener('push', (event) => {
    const { title, body, tag, path } = noticeOf(event.data) ?? UNREADABLE;
    // Of the same tag, the later one takes the place of the other without a sound. Only a test is meant to ring each time.
    const options = { body, tag, data: path, lang: 'pt-BR', icon: '/icons/192.png', renotify: tag === 'test' };
    event.waitUntil(worker.registration.showNotification(title, options));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });

  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event as PushSubscriptionChangeEvent));
  });

  async function open(given: string): Promise<void> {
    const { origin } = worker.location;
    const url = URL.canParse(given, origin) ? new URL(given, origin) : undefined;
    const path = url?.origin === origin && isScreen(url.pathname) ? url.pathname + url.search : '/';
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const client = windows.find((one) => isScreen(new URL(one.url).pathname));
    if (!client) return void (await worker.clients.openWindow(path));
    client.postMessage({ kind: 'open', path } satisfies OpenMessage);
    await client.focus();
  }

  /** With the settings of the old one, in each company where that is a device of the person who is signed in here. */
  async function renew({ oldSubscription: old, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
    if (!old) return;
    const answer = await fetch(TENANTS_PATH);
    if (!answer.ok) return;
    const key = await endpointKeyOf(old.endpoint);
    let subscription = newSubscription;
    for (const { id } of (await answer.json()) as OwnTenant[]) {
      const headers = { [TENANT_HEADER]: id };
      const listed = await fetch(DEVICES_PATH, { headers });
      if (!listed.ok) continue;
      const { devices } = (await listed.json()) as { devices: PushDevice[] };
      const device = devices.find(({ endpointKey }) => endpointKey === key);
      if (!device) continue;
      const { mode, minCents, quiet } = device;
      subscription ??= await worker.registration.pushManager.subscribe(old.options);
      const body = JSON.stringify({ ...subscriptionBody(subscription), settings: { mode, minCents, quiet } });
      const json = { ...headers, 'content-type': 'application/json' };
      const added = await fetch(DEVICES_PATH, { method: 'POST', headers: json, body });
      if (added.ok) await fetch(`${DEVICES_PATH}/${encodeURIComponent(device.id)}`, { method: 'DELETE', headers });
    }
  }
}

/** Undefined for what is no notice of ours. */
function noticeOf(data: PushMessageData | null): Notice | undefined {
  try {
    const notice = data?.json() as Partial<Record<keyof Notice, unknown>> | null | undefined;
    const { title, body, tag, path } = notice ?? {};
    const isWhole = [title, body, tag, path].every((text) => typeof text === 'string');
    return isWhole ? (notice as Notice) : undefined;
  } catch {
    return undefined;
  }
}
