import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const PROFILE: readonly ScreenCase[] = [
  { name: 'profile', as: 'busy', path: '/profile', pictureOnly: true, ready: profile },
  {
    name: 'profile-refused',
    as: 'busy',
    path: '/profile',
    async ready(page) {
      await profile(page);
      await page.getByLabel('Senha atual').fill('x');
      await page.getByLabel('Nova senha', { exact: true }).fill('123');
      await page.getByRole('button', { name: 'Alterar senha' }).click();
      await page.locator('[data-look=destructive]').getByText('Senha muito curta').waitFor();
    },
  },
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
];

async function profile(page: Page): Promise<void> {
  await heading('Meu perfil')(page);
  await page.getByText('Esta sessão').waitFor();
  await loaded(page);
}
