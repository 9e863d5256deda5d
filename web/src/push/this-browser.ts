/** What this browser can do about notices, and how they are switched on in it. */
import {
  addPushDevice,
  listPushDevices,
  type PushDevice,
  type PushSettings,
} from '@tracker/schemas/contracts/push.contract';
import { call } from '../data/call.ts';
import { leavePush } from './leave-push.ts';
import { base64url, bytesOf, endpointKeyOf, subscriptionBody } from './subscription.ts';

export type PushPermission =
  /** Not asked yet. */
  | 'default'
  | 'granted'
  | 'denied'
  /** iPhone and iPad: only as an app on the home screen. */
  | 'install-first'
  | 'unsupported';

export interface ThisBrowser {
  readonly permission: PushPermission;
  /** Of its subscription; null without one. */
  readonly endpointKey: string | null;
}

/** An installation takes all files of the screens. */
const WORKER_WITHIN_MS = 60_000;

export async function readThisBrowser(): Promise<ThisBrowser> {
  const permission = permissionOf();
  if (permission !== 'granted') return { permission, endpointKey: null };
  const subscription = await currentSubscription();
  return { permission, endpointKey: subscription ? await endpointKeyOf(subscription.endpoint) : null };
}

export function permissionOf(): PushPermission {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission;
  return isApplePhone() && !isInstalled() ? 'install-first' : 'unsupported';
}

/** An iPad says that it is a Mac. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** What ended the switching on, where the person has to do something; other failures are errors. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

/**
 * Asks for the permission and subscribes this browser for the person who is signed in. To be called by a press of a button: browsers
 * ask at no other time. A subscription of before is ended: it may be another person's.
 */
export async function switchOn(publicKey: string): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  await (await currentSubscription())?.unsubscribe();
  return call(addPushDevice, { body: subscriptionBody(await subscribe(publicKey)) });
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js');
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('the service worker is not ready')), WORKER_WITHIN_MS),
  );
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
}

/**
 * When the product opens: a subscription that the server knows as this person's is sent again, which binds it to this session; under
 * another key of the server it is made again, with its settings. One that is not this person's ends, and is never taken over.
 */
export async function refreshPush(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const { publicKey, devices } = await call(listPushDevices, {});
  const key = await endpointKeyOf(subscription.endpoint);
  const device = devices.find(({ endpointKey }) => endpointKey === key);
  if (!device) return leavePush();
  const usedKey = subscription.options.applicationServerKey;
  if (usedKey === null || base64url(usedKey) === publicKey) {
    await call(addPushDevice, { body: subscriptionBody(subscription) });
    return;
  }
  const { mode, minCents, quiet } = device;
  const settings: PushSettings = { mode, minCents, quiet };
  await subscription.unsubscribe();
  await call(addPushDevice, { body: { ...subscriptionBody(await subscribe(publicKey)), settings } });
}
