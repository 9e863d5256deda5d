import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const PEOPLE: readonly ScreenCase[] = [
  {
    name: 'users',
    as: 'busy',
    path: '/settings/users',
    async ready(page) {
      await users(page);
      await addColleague(page, { firstName: 'Beto', lastName: 'Reis', role: 'editor' });
      await addColleague(page, { firstName: 'Elisa', lastName: 'Vasconcelos de Albuquerque', role: 'viewer' });
      await page.request.post('/api/auth/invite', { data: { email: 'carla@agencia.example.com', role: 'viewer' } });
      await page.reload();
      await users(page);
      await page
        .getByRole('button', { name: /^Cancelar convite/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'users-invite',
    as: 'busy',
    path: '/settings/users',
    pictureOnly: true,
    async ready(page) {
      await users(page);
      await page.getByRole('button', { name: 'Convidar usuário' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'users-invite-link',
    as: 'busy',
    path: '/settings/users',
    async ready(page) {
      await users(page);
      await page.getByRole('button', { name: 'Convidar usuário' }).click();
      await page.getByRole('dialog').getByLabel('Email').fill('carla@agencia.example.com');
      await page.getByRole('button', { name: 'Enviar convite' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copiar link do convite' }).waitFor();
    },
  },
  { name: 'accept-invite', as: 'busy', path: '/settings/users', ready: invited },
  {
    name: 'accept-invite-refused',
    as: 'busy',
    path: '/settings/users',
    pictureOnly: true,
    async ready(page) {
      await invited(page);
      await page.getByRole('button', { name: 'Aceitar Convite' }).click();
      await page.locator('[data-look=destructive]').getByText('Nome obrigatório').waitFor();
    },
  },
  {
    name: 'accept-invite-invalid',
    as: 'visitor',
    path: '/accept-invite?token=nenhum',
    pictureOnly: true,
    ready: heading('Convite Inválido'),
  },
];

async function users(page: Page): Promise<void> {
  await heading('Gestão de Usuários')(page);
  await page.getByRole('table').waitFor();
  await loaded(page);
}

/** Once: the next picture finds the same users. */
async function addColleague(page: Page, person: { firstName: string; lastName: string; role: string }): Promise<void> {
  const email = `${person.firstName.toLowerCase()}@agencia.example.com`;
  const invite = await page.request.post('/api/auth/invite', { data: { email, role: person.role } });
  if (invite.status() === 409) return;
  const { inviteUrl } = (await invite.json()) as { inviteUrl: string };
  const token = new URL(inviteUrl).searchParams.get('token');
  await page.request.post('/api/auth/accept-invite', { data: { ...person, token, password: 'segredo-1' } });
}

/** The invitation link opens in a signed-out browser. */
async function invited(page: Page): Promise<void> {
  await users(page);
  const invite = await page.request.post('/api/auth/invite', { data: { email: 'davi@agencia.example.com' } });
  await page.context().clearCookies();
  await page.goto(((await invite.json()) as { inviteUrl: string }).inviteUrl);
  await page.getByRole('button', { name: 'Aceitar Convite' }).waitFor();
}
