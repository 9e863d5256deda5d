/** A user joins a tenant and leaves it again, in two separate browsers. */
import { randomText } from '@tracker/infra/identity/random-id';
import { createPostgres } from '@tracker/infra/postgres/client';
import { createLogger } from '@tracker/infra/telemetry/logger';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { openBrowser, openScreen, type Screen, takesFocus } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import {
  createColleague,
  invite,
  type RegisteredTenant,
  registerTenant,
  signIn,
} from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let browser: Browser;
let tenant: RegisteredTenant;
let admin: Screen;
let colleague: Screen;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
  tenant = await registerTenant(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  admin = await openScreen(browser, { baseUrl: url });
  colleague = await openScreen(browser, { baseUrl: url });
  await signIn(admin.page, tenant);
});
afterEach(async () => {
  expect([...admin.problems, ...colleague.problems]).toEqual([]);
  await Promise.all([admin.close(), colleague.close()]);
});

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const menuOf = async (page: Page) => {
  const entries = await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').allTextContents();
  return entries.map((text) => text.trim());
};
const openUsers = async (page: Page) => {
  await page.goto('/settings/users');
  await page.getByRole('table').waitFor();
};

async function fillAcceptance(page: Page, given: { password?: string; confirmation?: string } = {}): Promise<void> {
  const { password = 'segredo-2', confirmation = password } = given;
  await page.getByLabel('Nome', { exact: true }).fill('Beto');
  await page.getByLabel('Sobrenome').fill('Reis');
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar senha').fill(confirmation);
  await page.getByRole('button', { name: 'Aceitar Convite' }).click();
}

test('invites a colleague who accepts in another browser, is changed to viewer, and is removed', {
  tags: ['§2.5', '§2.17', '§6', '§8.5', '§8.6', '§8.7', '§9.5', '§9.7'],
}, async () => {
  const email = `beto@${tenant.slug}.example.com`;
  const { page } = admin;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Gestão de Usuários' }).click();
  await page.getByText('1 usuário em Loja da Ana').waitFor();
  const ownRow = page.getByRole('row', { name: /Ana Souza/ });
  await ownRow.getByText('Você', { exact: true }).waitFor();
  expect(await ownRow.getByRole('button').count()).toBe(0);
  expect(await ownRow.getByRole('combobox').count()).toBe(0);

  await page.getByRole('button', { name: 'Convidar usuário' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar usuário' });
  const send = dialog.getByRole('button', { name: 'Enviar convite' });
  expect(await send.isDisabled()).toBe(true);
  expect(await dialog.getByRole('combobox', { name: 'Permissão' }).textContent()).toContain('Editor');
  await dialog.getByLabel('Email').fill(email);
  await send.click();
  await toast(page, 'Convite enviado!');
  await dialog.getByRole('button', { name: 'Copiar link do convite' }).click();
  await toast(page, 'Copied!');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: `Cancelar convite de ${email}` }).waitFor();

  const other = colleague.page;
  await other.goto(link);
  for (const fact of ['Loja da Ana', 'Ana Souza', 'Editor', email]) await toast(other, fact);
  await fillAcceptance(other, { password: '12345' });
  await toast(other, 'Senha muito curta');
  await fillAcceptance(other, { confirmation: 'outra-coisa' });
  await toast(other, 'Senhas não conferem');
  await fillAcceptance(other);
  await toast(other, 'Convite aceito!');
  await other.waitForURL('**/login');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Senha', { exact: true }).fill('segredo-2');
  await other.getByRole('button', { name: 'Entrar' }).click();
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const editorsMenu = await menuOf(other);
  expect(editorsMenu).toContain('Campaigns');
  for (const admins of ['Webhook', 'Gestão de Usuários']) expect(editorsMenu).not.toContain(admins);

  await openUsers(page);
  await page.getByText('2 usuários em Loja da Ana').waitFor();
  await page.getByText('Nenhum convite pendente.', { exact: false }).waitFor();
  await other.goto('/campaigns');
  await other.getByRole('button', { name: 'Nova campanha' }).first().click();
  await page.getByRole('combobox', { name: 'Permissão de Beto Reis' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await toast(page, 'Role atualizada');
  await page
    .getByRole('row', { name: /Beto Reis/ })
    .getByText('Somente visualização')
    .waitFor();

  // An editor opened the screen; the live stream says that the person is a viewer now.
  await toast(other, 'Você não tem permissão para acessar esta página.');
  await other.waitForURL(`${url}/`);
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await menuOf(other)).not.toContain('Campaigns');

  const row = page.getByRole('row', { name: /Beto Reis/ });
  const question = new Promise<string>((resolve) => {
    page.once('dialog', async (box) => {
      resolve(box.message());
      await box.dismiss();
    });
  });
  await row.getByRole('button', { name: 'Remover' }).click();
  expect(await question).toBe('Tem certeza que deseja remover este usuário?');
  expect(await row.count()).toBe(1);
  page.once('dialog', (box) => box.accept());
  await row.getByRole('button', { name: 'Remover' }).click();
  await toast(page, 'Usuário removido');
  await page.getByText('1 usuário em Loja da Ana').waitFor();

  await toast(other, 'Acesso Negado');
  await other.waitForURL('**/login');
  await other.getByRole('button', { name: 'Entrar' }).waitFor();
});

test('rejects an invitation link after its first use and after it was cancelled', {
  tags: ['§2.5', '§8.4', '§8.21'],
}, async () => {
  const { page } = colleague;
  const spent = await invite(tenant, `a@${tenant.slug}.example.com`, 'viewer');
  await page.goto(`/accept-invite?token=${spent}`);
  await page.getByRole('button', { name: 'Aceitar Convite' }).waitFor();
  const answer = await page.request.post('/api/auth/accept-invite', {
    data: { token: spent, firstName: 'Beto', lastName: 'Reis', password: 'segredo-2' },
  });
  expect(answer.status()).toBe(201);
  await fillAcceptance(page);
  await toast(page, 'Erro ao aceitar convite');
  await page.getByRole('heading', { name: 'Convite Inválido' }).waitFor();
  await page.getByText('Este convite é inválido ou já expirou.').first().waitFor();

  const withdrawn = await invite(tenant, `b@${tenant.slug}.example.com`, 'viewer');
  await openUsers(admin.page);
  await admin.page.getByRole('button', { name: `Cancelar convite de b@${tenant.slug}.example.com` }).click();
  await toast(admin.page, 'Convite cancelado');
  await page.goto(`/accept-invite?token=${withdrawn}`);
  await page.getByRole('heading', { name: 'Convite Inválido' }).waitFor();
  await page.getByRole('link', { name: 'Ir para o login' }).click();
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
});

test('shows the day of expiry of an invitation link, and who can send a new one', {
  tags: ['§2.5', '§4', '§8.21'],
}, async () => {
  const token = await invite(tenant, `c@${tenant.slug}.example.com`, 'viewer');
  await expireInvites(tenant.tenantId as TenantId);
  const { page } = colleague;
  await page.goto(`/accept-invite?token=${token}`);
  await page.getByRole('heading', { name: 'Convite Expirado' }).waitFor();
  await page.getByText(/^Este convite expirou em \d{2}\/\d{2}\/\d{4}\.$/).waitFor();
  await page.getByText('Peça um novo convite ao administrador da empresa', { exact: false }).waitFor();
});

test('shows a spinner while a link is validated, and offers a retry when the server does not answer', {
  tags: ['§2.5'],
}, async () => {
  const token = await invite(tenant, `d@${tenant.slug}.example.com`, 'viewer');
  const { page } = colleague;
  const line = { isCut: true };
  await page.route('**/api/auth/validate-invite*', async (route) => {
    await page.getByText('Validando convite...').waitFor();
    if (line.isCut) return route.abort('connectionrefused');
    await route.continue();
  });
  await page.goto(`/accept-invite?token=${token}`);
  await page.getByRole('heading', { name: 'Convite Inválido' }).waitFor();
  line.isCut = false;
  await page.unroute('**/api/auth/validate-invite*');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('button', { name: 'Aceitar Convite' }).waitFor();
  // The browser itself logs the failed connection.
  colleague.problems.length = 0;
});

test('redirects a signed-in user from an invitation link to the dashboard', { tags: ['§2.1'] }, async () => {
  const token = await invite(tenant, `e@${tenant.slug}.example.com`, 'viewer');
  await admin.page.goto(`/accept-invite?token=${token}`);
  await admin.page.waitForURL(`${url}/`);
  await admin.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('shows the server’s message for a taken e-mail and for a person who was already removed', {
  tags: ['§8.5', '§8.6', '§8.7'],
}, async () => {
  const { page } = admin;
  const viewer = await createColleague(tenant, 'viewer');
  const editor = await createColleague(tenant, 'editor');
  await openUsers(page);
  await page.getByRole('button', { name: 'Convidar usuário' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(viewer.email.toUpperCase());
  await page.getByRole('button', { name: 'Enviar convite' }).click();
  await toast(page, 'Erro ao enviar convite');
  await toast(page, 'Este email já está em uso.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();

  await removeBehindTheScreen(page, viewer);
  const viewersRow = page.getByRole('row', { name: viewer.email });
  page.once('dialog', (box) => box.accept());
  await viewersRow.getByRole('button', { name: 'Remover' }).click();
  await toast(page, 'Erro ao remover usuário');
  await viewersRow.waitFor({ state: 'detached' });

  await removeBehindTheScreen(page, editor);
  const editorsRow = page.getByRole('row', { name: editor.email });
  await editorsRow.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await toast(page, 'Erro ao atualizar role');
  await editorsRow.waitFor({ state: 'detached' });
});

test('invites by keyboard alone: focuses the link, and returns the focus when the dialog closes', {
  tags: ['§2.17'],
}, async () => {
  const { page } = admin;
  const { keyboard } = page;
  await openUsers(page);
  const open = page.getByRole('button', { name: 'Convidar usuário' });
  await open.focus();
  await keyboard.press('Enter');
  const email = page.getByRole('dialog').getByLabel('Email');
  await email.focus();
  await keyboard.type(`f@${tenant.slug}.example.com`);
  await keyboard.press('Enter');
  const link = page.getByRole('textbox', { name: /^Link do convite/ });
  await takesFocus(link);
  const selected = await link.evaluate((field: HTMLInputElement) =>
    field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
  );
  expect(selected).toMatch(/\/accept-invite\?token=[\w-]{43}$/);
  // The first Escape closes the toast when it is still open.
  await eventually(async () => {
    await keyboard.press('Escape');
    expect(await link.count()).toBe(0);
  });
  await takesFocus(open);
});

async function removeBehindTheScreen(page: Page, { tenantId, email }: RegisteredTenant): Promise<void> {
  const answer = await page.request.get(`/api/tenants/${tenantId}/users`);
  const users = (await answer.json()) as { id: string; email: string }[];
  const userId = users.find((user) => user.email === email)?.id ?? '';
  expect((await page.request.delete(`/api/users/${userId}`)).status()).toBe(204);
}

/** Expires the invitations at once instead of after a week. */
async function expireInvites(tenantId: TenantId): Promise<void> {
  const logger = createLogger({ level: 'silent', name: `e2e-${randomText(4)}` });
  const postgres = createPostgres({ url: inject('productDatabaseUrl'), max: 1, logger });
  try {
    await postgres.withTenant(tenantId, (trx) =>
      trx
        .updateTable('invites')
        .set({ expires_at: new Date(Date.now() - 60_000) })
        .execute(),
    );
  } finally {
    await postgres.close();
  }
}
