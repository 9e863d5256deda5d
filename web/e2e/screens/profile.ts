import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const PROFILE: readonly ScreenCase[] = [
  picture('profile', 'busy', '/profile', profile),
  look('profile-refused', 'busy', '/profile', async (page) => {
    await profile(page);
    await page.getByLabel('Senha atual').fill('x');
    await page.getByLabel('Nova senha', { exact: true }).fill('123');
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    await page.locator('[data-look=destructive]').getByText('Senha muito curta').waitFor();
  }),
  look('profile-notices', 'busy', '/profile', async (page) => {
    await pretendToBeSubscribed(page);
    await page.reload();
    await profile(page);
    await page.getByRole('button', { name: 'Salvar avisos' }).scrollIntoViewIfNeeded();
  }),
  {
    name: 'profile-second-factor',
    as: 'new',
    path: '/profile',
    // Also because it needs a password that was given within 15 minutes.
    pictureOnly: true,
    async ready(page) {
      await profile(page);
      await page.getByRole('button', { name: 'Ativar' }).click();
      await page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor();
    },
  },
  look('user-menu', 'busy', '/profile', async (page) => {
    await profile(page);
    // On narrow screens the sidebar is a drawer.
    const drawer = page.getByRole('button', { name: 'Abrir menu' });
    if (await drawer.isVisible()) await drawer.click();
    await page
      .getByRole('button', { name: /^Menu de / })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  }),
];

/** This Chromium refuses notices for good, and its service workers are blocked: its answer is replaced, so that the screen sees another one. */
async function pretendToBeSubscribed(page: Page): Promise<void> {
  const endpoint = 'https://push.example/1';
  await page.addInitScript((endpoint) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const subscription = { endpoint, options: {}, getKey: () => new ArrayBuffer(16), unsubscribe: async () => true };
    const registration = { pushManager: { getSubscription: async () => subscription } };
    navigator.serviceWorker.getRegistration = async () => registration as unknown as ServiceWorkerRegistration;
  }, endpoint);
  const quiet = { from: 22, until: 7 };
  const createdAt = '2026-11-20T15:00:00.000Z';
  const endpointKey = createHash('sha256').update(endpoint).digest('base64url');
  const here = { id: 'ds_1', browser: 'Chrome', operatingSystem: 'Android', createdAt, endpointKey };
  const settings = { mode: 'each', minCents: 5_000, quiet };
  const other = { ...here, id: 'ds_2', operatingSystem: 'Windows', endpointKey: 'other', mode: 'hourly', quiet: null };
  const devices = [
    { ...here, ...settings },
    { ...settings, ...other },
  ];
  await page.route('**/api/push-devices', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? { publicKey: 'key', devices } : devices[0] }),
  );
}

async function profile(page: Page): Promise<void> {
  await heading('Meu perfil')(page);
  await page.getByText('Esta sessão').waitFor();
  await loaded(page);
}
