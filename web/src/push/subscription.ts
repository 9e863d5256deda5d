/** What a browser's push subscription is for the API; also used by the service worker. */

interface Subscribed {
  readonly endpoint: string;
  getKey(name: PushEncryptionKeyName): ArrayBuffer | null;
}

/** As `PushDevice.endpointKey`: by it a browser finds itself among the devices of a person. */
export async function endpointKeyOf(endpoint: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
}

/** What `addPushDevice` takes of it. */
export const subscriptionBody = (subscription: Subscribed) => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
});

/** Of a public key; browsers differ in whether they take it as a text. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

export const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
