/** Every screen and dialog there is, and how to get there. `pnpm shots` takes its picture, the accessibility test reads it. */
import type { Page } from 'playwright-core';

export interface ScreenCase {
  name: string;
  /** Who looks at it: nobody signed in, a company with traffic, or one that was registered a moment ago. */
  as: 'visitor' | 'busy' | 'new';
  path: string;
  /** What must be there before it counts as shown; then what opens the dialog. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first().waitFor();

/** No skeleton is left. Charts draw without animation, because the pages ask for reduced motion. */
const loaded = async (page: Page) => {
  await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
};

export const SCREENS: readonly ScreenCase[] = [
  { name: 'login', as: 'visitor', path: '/login', ready: heading('Entrar') },
  { name: 'register', as: 'visitor', path: '/register', ready: heading('Registrar Empresa') },
  {
    name: 'register-refused',
    as: 'visitor',
    path: '/register',
    async ready(page) {
      await page.getByRole('button', { name: 'Criar Conta Empresarial' }).click();
      await page.locator('[data-look=destructive]').getByText('Nome da empresa obrigatório').waitFor();
    },
  },
  { name: 'dashboard', as: 'busy', path: '/', ready: dashboard },
  { name: 'dashboard-empty', as: 'new', path: '/', ready: dashboard },
  {
    name: 'dashboard-calendar',
    as: 'busy',
    path: '/',
    async ready(page) {
      await dashboard(page);
      await page.getByRole('combobox', { name: 'Período' }).click();
      await page.getByRole('option', { name: 'Personalizado' }).click();
      await page
        .getByRole('button', { name: /\d{2}\/\d{2}/ })
        .first()
        .click();
      await page.getByText('Máximo: 90 dias').waitFor();
      await page.getByRole('grid').first().waitFor();
    },
  },
  {
    name: 'user-menu',
    as: 'busy',
    path: '/',
    async ready(page) {
      await dashboard(page);
      await openMenu(page);
      await page
        .getByRole('button', { name: /^Menu de / })
        .last()
        .click();
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    },
  },
  { name: 'campaigns', as: 'busy', path: '/campaigns', ready: campaigns },
  {
    name: 'campaign-new',
    as: 'busy',
    path: '/campaigns',
    async ready(page) {
      await campaigns(page);
      await page.getByRole('button', { name: 'Nova campanha' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'campaign-edit',
    as: 'busy',
    path: '/campaigns',
    async ready(page) {
      await campaigns(page);
      await page
        .getByRole('button', { name: /^Editar / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
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
    ready: heading('Convite Inválido'),
  },
  { name: 'leads', as: 'busy', path: '/leads', ready: leads },
  { name: 'leads-empty', as: 'new', path: '/leads', ready: noLeads },
  { name: 'leads-nothing-found', as: 'busy', path: '/leads?status=lost&q=ninguém', ready: noLeads },
  {
    name: 'leads-failed',
    as: 'busy',
    path: '/leads',
    async ready(page) {
      await page.route('**/api/leads?*', (route) => route.fulfill({ status: 418, body: '' }));
      await page.reload();
      await page.getByText('Não foi possível carregar os dados.').waitFor();
    },
  },
  {
    name: 'lead-edit',
    as: 'busy',
    path: '/leads',
    async ready(page) {
      await leads(page);
      await page
        .getByRole('button', { name: /^Editar Status/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Atualizar Lead' }).getByText('Lead recebido').waitFor();
    },
  },
  {
    name: 'lead-history',
    as: 'busy',
    path: '/leads?q=ana',
    async ready(page) {
      await leads(page);
      await page
        .getByRole('button', { name: /^Histórico/ })
        .first()
        .click();
      await page.getByText('Lead recebido').waitFor();
    },
  },
  { name: 'click-logs', as: 'busy', path: '/click-logs', ready: clickLogs },
  {
    name: 'click-logs-open',
    as: 'busy',
    path: '/click-logs',
    async ready(page) {
      const clicks = (await (await page.request.get('/api/clicks')).json()) as {
        clickId: string;
        convertedAt: unknown;
      }[];
      const sold = clicks.find(({ convertedAt }) => convertedAt !== null);
      await page.goto(`/click-logs?q=${sold?.clickId}`);
      await clickLogs(page);
      await page.getByText('Convertido', { exact: true }).waitFor();
      await page
        .getByRole('button', { name: /^Detalhes de / })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Páginas vistas' }).waitFor();
      await loaded(page);
    },
  },
  {
    name: 'click-logs-nothing-found',
    as: 'busy',
    path: '/click-logs?q=nada-disso&source=kwai',
    ready: noClicks,
  },
  {
    name: 'click-logs-failed',
    as: 'busy',
    path: '/',
    async ready(page) {
      await page.route('**/api/clicks?*', (route) =>
        route.fulfill({ status: 404, json: { message: 'Não encontrado.' } }),
      );
      await page.goto('/click-logs');
      await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
      await loaded(page);
    },
  },
  { name: 'click-logs-empty', as: 'new', path: '/click-logs', ready: noClicks },
  { name: 'conversion-logs', as: 'busy', path: '/conversion-logs', ready: conversionLogs },
  {
    name: 'conversion-logs-open',
    as: 'busy',
    path: '/conversion-logs',
    async ready(page) {
      await conversionLogs(page);
      const tracked = page.getByRole('row').filter({ hasText: 'Com Tracking' });
      await tracked
        .first()
        .getByRole('button', { name: /^Detalhes de / })
        .click();
      await page.getByText(/depois do clique$/).waitFor();
      await loaded(page);
    },
  },
  {
    name: 'conversion-logs-nothing-found',
    as: 'busy',
    path: '/conversion-logs?q=nada-disso',
    ready: noConversions,
  },
  { name: 'conversion-logs-empty', as: 'new', path: '/conversion-logs', ready: noConversions },
  {
    name: 'conversion-logs-failed',
    as: 'busy',
    path: '/',
    async ready(page) {
      await page.route('**/api/conversions?*', (route) =>
        route.fulfill({ status: 404, json: { message: 'Não encontrado.' } }),
      );
      await page.goto('/conversion-logs');
      await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
      await loaded(page);
    },
  },
  { name: 'geography', as: 'busy', path: '/geography', ready: geography },
  {
    name: 'geography-empty',
    as: 'new',
    path: '/geography',
    async ready(page) {
      await page.getByText('Nenhum click no período').waitFor();
      await loaded(page);
    },
  },
  {
    name: 'geography-failed',
    as: 'busy',
    path: '/',
    async ready(page) {
      await page.route('**/api/analytics/geography?*', (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto('/geography');
      await page.getByRole('alert').getByText('Erro ao carregar dados').waitFor();
    },
  },
  { name: 'integration', as: 'busy', path: '/integration', ready: integration },
  { name: 'integration-waiting', as: 'new', path: '/integration', ready: integration },
  {
    name: 'integration-wrong',
    as: 'new',
    path: '/integration?platform=google',
    async ready(page) {
      await integration(page);
      await page.getByLabel('Duração do cookie (dias)').fill('0');
      await page.getByLabel('Domínio do cookie').fill('https://loja.com.br');
      await page.getByText('Informe só o domínio', { exact: false }).waitFor();
    },
  },
  {
    name: 'integration-failed',
    as: 'busy',
    path: '/integration',
    async ready(page) {
      await page.route('**/api/integration', (route) => route.fulfill({ status: 403, json: {} }));
      await page.reload();
      await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    },
  },
  { name: 'webhook', as: 'busy', path: '/webhook', ready: webhook },
  { name: 'webhook-empty', as: 'new', path: '/webhook?checkout=perfect-pay', ready: webhook },
  {
    name: 'webhook-delivery',
    as: 'busy',
    path: '/webhook',
    async ready(page) {
      await webhook(page);
      await page
        .getByRole('button', { name: /^Detalhes da entrega/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Código: corpo da entrega' }).waitFor();
    },
  },
  {
    name: 'webhook-secret',
    as: 'busy',
    path: '/webhook',
    async ready(page) {
      await webhook(page);
      await page.getByRole('button', { name: 'Definir segredo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Informe o segredo.').waitFor();
    },
  },
  {
    name: 'webhook-rotate',
    as: 'busy',
    path: '/webhook',
    async ready(page) {
      await webhook(page);
      await page.getByRole('button', { name: 'Gerar nova chave' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'webhook-test',
    as: 'busy',
    path: '/webhook/test?checkout=cakto',
    async ready(page) {
      await page.getByRole('button', { name: 'Enviar teste' }).click();
      await page.getByRole('log', { name: 'Respostas' }).getByRole('listitem').waitFor();
    },
  },
  { name: 'analytics', as: 'busy', path: '/analytics', ready: analytics },
  { name: 'analytics-by-source', as: 'busy', path: '/analytics?group=source&and=weekday', ready: analytics },
  {
    name: 'analytics-not-connected',
    as: 'busy',
    path: '/analytics?period=7d',
    async ready(page) {
      await analytics(page);
      await page.getByRole('button', { name: 'Atualizar gastos' }).click();
      await page.getByRole('link', { name: 'Conectar em Facebook Ads' }).waitFor();
    },
  },
  {
    name: 'analytics-empty',
    as: 'new',
    path: '/analytics',
    async ready(page) {
      await analytics(page);
      await page.getByText('Nenhum click no período').waitFor();
    },
  },
  {
    name: 'analytics-failed',
    as: 'busy',
    path: '/analytics',
    async ready(page) {
      const path = '**/api/analytics/breakdown*';
      await page.route(path, (route) => route.fulfill({ status: 418, body: 'fora' }));
      await page.reload();
      await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
      await loaded(page);
      await page.unroute(path);
    },
  },
  { name: 'facebook', as: 'busy', path: '/facebook', ready: facebook },
  {
    name: 'facebook-incomplete',
    as: 'new',
    path: '/facebook',
    async ready(page) {
      await facebook(page);
      await page.getByLabel('ID da campanha no Facebook').press('Enter');
      await page.locator('[data-look=destructive]').getByText('Dados Incompletos').waitFor();
    },
  },
  { name: 'company', as: 'busy', path: '/settings/tenant', ready: company },
  {
    name: 'company-refused',
    as: 'new',
    path: '/settings/tenant',
    async ready(page) {
      await company(page);
      await page.getByLabel('Nome da empresa').fill('');
      await page.getByLabel('URL da empresa').fill('Minha Loja');
      await page.getByRole('button', { name: 'Salvar', exact: true }).click();
      await page.getByText('Informe o nome da empresa.').waitFor();
    },
  },
  {
    name: 'company-time-zone',
    as: 'busy',
    path: '/settings/tenant',
    async ready(page) {
      await company(page);
      const field = page.getByRole('combobox', { name: 'Fuso horário' });
      await field.click();
      await field.fill('america/m');
      await page.getByRole('option', { name: 'America/Manaus' }).waitFor();
    },
  },
  {
    name: 'api-key-new',
    as: 'new',
    path: '/settings/tenant',
    async ready(page) {
      await company(page);
      await page.getByRole('button', { name: 'Nova chave' }).click();
      await page.getByRole('dialog', { name: 'Nova chave de API' }).waitFor();
    },
  },
  {
    name: 'api-key-made',
    as: 'busy',
    path: '/settings/tenant',
    async ready(page) {
      await madeKey(page);
      await page.getByText('ela não será mostrada de novo').waitFor();
    },
  },
  {
    name: 'api-key-revoke',
    as: 'busy',
    path: '/settings/tenant',
    async ready(page) {
      await madeKey(page);
      await page.getByRole('button', { name: 'Concluir' }).click();
      await page
        .getByRole('button', { name: /^Revogar / })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Revogar chave' }).waitFor();
    },
  },
  { name: 'profile', as: 'busy', path: '/profile', ready: profile },
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
  { name: 'not-found', as: 'busy', path: '/nowhere', ready: heading('404 Page Not Found') },
];

async function dashboard(page: Page): Promise<void> {
  await heading('Dashboard')(page);
  await page.getByText('Receita Hoje').waitFor();
  await loaded(page);
}

async function users(page: Page): Promise<void> {
  await heading('Gestão de Usuários')(page);
  await page.getByRole('table').waitFor();
  await loaded(page);
}

/** Once: the next picture finds them there. */
async function addColleague(page: Page, person: { firstName: string; lastName: string; role: string }): Promise<void> {
  const email = `${person.firstName.toLowerCase()}@agencia.example.com`;
  const invite = await page.request.post('/api/auth/invite', { data: { email, role: person.role } });
  if (invite.status() === 409) return;
  const { inviteUrl } = (await invite.json()) as { inviteUrl: string };
  const token = new URL(inviteUrl).searchParams.get('token');
  await page.request.post('/api/auth/accept-invite', { data: { ...person, token, password: 'segredo-1' } });
}

/** Whoever opens an invitation's link is signed in nowhere. */
async function invited(page: Page): Promise<void> {
  await users(page);
  const invite = await page.request.post('/api/auth/invite', { data: { email: 'davi@agencia.example.com' } });
  await page.request.post('/api/auth/logout');
  await page.goto(((await invite.json()) as { inviteUrl: string }).inviteUrl);
  await page.getByRole('button', { name: 'Aceitar Convite' }).waitFor();
}

/** Where nobody left their contact yet, somebody does now. */
async function leads(page: Page): Promise<void> {
  const listed = (await (await page.request.get('/api/leads?limit=1')).json()) as unknown[];
  if (listed.length === 0) {
    const [campaign] = (await (await page.request.get('/api/campaigns')).json()) as { campaignId: string }[];
    const form = { name: 'Ana Prado', email: 'ana.prado@example.com', phone: '(11) 90000-0001', source: 'feira' };
    await page.request.post('/leads', { form: { ...form, campaign_id: campaign?.campaignId ?? '' } });
  }
  await heading('Gestão de Leads')(page);
  await page.getByRole('article').first().waitFor();
  await loaded(page);
}

async function noLeads(page: Page): Promise<void> {
  await page.getByText('Nenhum lead encontrado').waitFor();
  await loaded(page);
}

async function integration(page: Page): Promise<void> {
  await heading('Integration')(page);
  await page.getByRole('heading', { name: 'Endpoints da API' }).waitFor();
  await loaded(page);
}

async function webhook(page: Page): Promise<void> {
  await heading('Webhook')(page);
  await page.getByRole('tabpanel').waitFor();
  await loaded(page);
}

async function analytics(page: Page): Promise<void> {
  await heading('Analytics')(page);
  await page.getByRole('region', { name: 'Desempenho das campanhas' }).getByRole('row').nth(1).waitFor();
  await loaded(page);
}

async function facebook(page: Page): Promise<void> {
  await heading('Facebook Ads')(page);
  await page.getByText('Parado').waitFor();
  await loaded(page);
}

async function campaigns(page: Page): Promise<void> {
  await heading('Campaigns')(page);
  await page.getByRole('article').first().waitFor();
  await loaded(page);
}

async function clickLogs(page: Page): Promise<void> {
  await heading('Logs de Clicks')(page);
  await page.getByRole('table').waitFor();
  await loaded(page);
}

async function noClicks(page: Page): Promise<void> {
  await heading('Logs de Clicks')(page);
  await page.getByText('Nenhum click encontrado').waitFor();
  await loaded(page);
}

async function conversionLogs(page: Page): Promise<void> {
  await heading('Logs Conversão')(page);
  await page.getByRole('table').waitFor();
  await loaded(page);
}

async function noConversions(page: Page): Promise<void> {
  await heading('Logs Conversão')(page);
  await page.getByText('Nenhuma conversão encontrada').waitFor();
  await loaded(page);
}

async function company(page: Page): Promise<void> {
  await heading('Configurações da Empresa')(page);
  await loaded(page);
}

async function madeKey(page: Page): Promise<void> {
  await company(page);
  await page.getByRole('button', { name: 'Nova chave' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Planilha da equipe');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await dialog.getByRole('button', { name: 'Concluir' }).waitFor();
}

async function profile(page: Page): Promise<void> {
  await heading('Meu perfil')(page);
  await page.getByText('Esta sessão').waitFor();
  await loaded(page);
}

async function geography(page: Page): Promise<void> {
  await heading('Geografia')(page);
  await page.getByRole('heading', { name: 'Clicks por dispositivo' }).waitFor();
  await loaded(page);
}

/** On narrow screens the sidebar is a drawer. */
async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Abrir menu' });
  if (await button.isVisible()) await button.click();
}
