import { listOwnTenants } from '@tracker/schemas/contracts/own-tenants.contract';
import { listPushDevices, type PushDevice } from '@tracker/schemas/contracts/push.contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endpointKeyOf } from '../push/subscription.ts';
import { listenToPushes } from './push-notices.ts';

const ORIGIN = 'https://t.example.com';
const SALE = { title: 'Venda! R$ 97,90', body: 'Curso', tag: 'sale-1', path: '/conversion-logs' };

/** The world of a service worker, as far as notices need it. `windows`: the addresses of open ones. */
function startWorker(windows: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const clients = windows.map((url) => ({ url, postMessage: vi.fn(), focus: vi.fn() }));
  const opened: string[] = [];
  /** By tag, as a device shows them. */
  const shown = new Map<string, { title: string; body: string; data: string }>();
  const renewed = {
    endpoint: 'https://push.example/new',
    getKey: () => new Uint8Array([251, 255]).buffer,
  };
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: new URL(ORIGIN),
    registration: {
      showNotification: async (title: string, { tag, body, data }: { tag: string; body: string; data: string }) =>
        void shown.set(tag, { title, body, data }),
      pushManager: { subscribe: async () => renewed },
    },
    clients: { matchAll: async () => clients, openWindow: async (path: string) => void opened.push(path) },
  };
  listenToPushes(scope as unknown as ServiceWorkerGlobalScope, (path) => !path.startsWith('/api'));
  const dispatch = async (type: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    clients,
    opened,
    shown,
    push: (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) } }),
    press: (data: string) => dispatch('notificationclick', { notification: { data, close: () => undefined } }),
    replace: (endpoint: string) => dispatch('pushsubscriptionchange', { oldSubscription: { endpoint, options: {} } }),
  };
}

describe('a notice', () => {
  test('takes the place of one with its tag, and not of others', async () => {
    const worker = startWorker();
    await worker.push(JSON.stringify(SALE));
    await worker.push(JSON.stringify({ ...SALE, body: 'Curso · Black Friday' }));
    await worker.push(JSON.stringify({ ...SALE, tag: 'sale-2' }));
    expect([...worker.shown].map(([tag, { body }]) => `${tag} ${body}`)).toEqual([
      'sale-1 Curso · Black Friday',
      'sale-2 Curso',
    ]);
  });

  test.each(['', '{', 'null', '{"title":"x"}'])('says something when it cannot be read: %s', async (text) => {
    const worker = startWorker();
    await worker.push(text);
    expect([...worker.shown.values()]).toEqual([{ title: 'Venda!', body: 'Abra o painel para ver.', data: '/' }]);
  });
});

describe('the press of a notice', () => {
  test('shows its screen in the window that is open, and opens no other', async () => {
    const worker = startWorker([`${ORIGIN}/api/docs`, `${ORIGIN}/leads`]);
    await worker.press('/conversion-logs');
    const [docs, leads] = worker.clients;
    expect(leads?.postMessage).toHaveBeenCalledWith({ kind: 'open', path: '/conversion-logs' });
    expect(leads?.focus).toHaveBeenCalledOnce();
    expect(docs?.focus).not.toHaveBeenCalled();
    expect(worker.opened).toEqual([]);
  });

  test.each([
    ['/conversion-logs?q=T-1', '/conversion-logs?q=T-1'],
    ['https://evil.example/leads', '/'],
    ['//evil.example', '/'],
    ['/api/docs', '/'],
    ['javascript:alert(1)', '/'],
  ])('opens of %s a window at %s', async (path, address) => {
    const worker = startWorker();
    await worker.press(path);
    expect(worker.opened).toEqual([address]);
  });
});

describe('a subscription that the browser replaces', () => {
  const OLD = 'https://push.example/old';
  let asked: string[];
  let devices: Partial<PushDevice>[];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: RequestInit = {}) => {
      asked.push(`${method} ${path} ${body}`);
      return Response.json(path === listOwnTenants.path ? [{ id: 'tn_1' }] : { publicKey: '', devices });
    });
  });

  test('goes on with its settings', async () => {
    const settings = { mode: 'hourly', minCents: 5_000, quiet: null } as const;
    devices = [{ id: 'ds_1', endpointKey: await endpointKeyOf(OLD), ...settings }];
    await startWorker().replace(OLD);
    const body = { endpoint: 'https://push.example/new', p256dh: '-_8', auth: '-_8', settings };
    expect(asked).toEqual([
      `GET ${listOwnTenants.path} `,
      `GET ${listPushDevices.path} `,
      `POST ${listPushDevices.path} ${JSON.stringify(body)}`,
      `DELETE ${listPushDevices.path}/ds_1 `,
    ]);
  });

  test('is left alone where it is of another person', async () => {
    devices = [];
    await startWorker().replace(OLD);
    expect(asked).toEqual([`GET ${listOwnTenants.path} `, `GET ${listPushDevices.path} `]);
  });
});
