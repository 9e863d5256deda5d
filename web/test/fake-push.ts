/** A browser that can subscribe to pushes: its permission, its service worker and its subscription. jsdom has none of them. */
import { onTestFinished, vi } from 'vitest';

interface FakeSubscription {
  readonly endpoint: string;
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  getKey(name: string): ArrayBuffer;
  unsubscribe(): Promise<boolean>;
}

export interface FakePush {
  /** The address of its subscription; undefined without one. */
  endpoint(): string | undefined;
}

interface FakePushOptions {
  permission?: NotificationPermission;
  /** What the person answers when the browser asks. */
  answer?: NotificationPermission;
  /** Of the subscription that the browser has from before, and the server's key under which it was made. */
  endpoint?: string;
  serverKey?: string;
}

const bytes = (length: number) => new Uint8Array(length).fill(65).buffer;

/** Until the end of the test. */
export function installPush({
  permission = 'default',
  answer = 'granted',
  endpoint,
  serverKey,
}: FakePushOptions = {}): FakePush {
  let made = 0;
  let current: FakeSubscription | undefined;
  const subscribe = (address: string, key: ArrayBuffer | null) => {
    current = {
      endpoint: address,
      options: { applicationServerKey: key },
      getKey: (name) => bytes(name === 'auth' ? 16 : 65),
      unsubscribe: async () => {
        current = undefined;
        return true;
      },
    };
    return current;
  };
  if (endpoint !== undefined)
    subscribe(endpoint, serverKey ? Uint8Array.from(Buffer.from(serverKey, 'base64url')).buffer : null);
  const registration = {
    getNotifications: async () => [],
    pushManager: {
      getSubscription: async () => current ?? null,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
        made += 1;
        return subscribe(`https://push.example/new-${made}`, applicationServerKey.buffer);
      },
    },
  };
  const worker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const notification = {
    permission,
    async requestPermission() {
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  return { endpoint: () => current?.endpoint };
}
