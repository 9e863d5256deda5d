import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const PEOPLE: readonly ScreenCase[] = [
  look('users', 'busy', '/settings/users', async (page) => {
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
  }),
  picture('users-invite', 'busy', '/settings/users', async (page) => {
    await users(page);
    await page.getByRole('button', { name: 'Convidar usuário' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  look('users-invite-link', 'busy', '/settings/users', async (page) => {
    await users(page);
    await page.getByRole('button', { name: 'Convidar usuário' }).click();
    await page.getByRole('dialog').getByLabel('Email').fill('carla@agencia.example.com');
    await page.getByRole('button', { name: 'Enviar convite' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copiar link do convite' }).waitFor();
  }),
  look('accept-invite', 'busy', '/settings/users', invited),
  picture('accept-invite-refused', 'busy', '/settings/users', async (page) => {
    await invited(page);
    await page.getByRole('button', { name: 'Aceitar Convite' }).click();
    await page.locator('[data-look=destructive]').getByText('Nome obrigatório').waitFor();
  }),
  picture('accept-invite-invalid', 'visitor', '/accept-invite?token=nenhum', heading('Convite Inválido')),
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
