/**
 * The product specification as a list: each numbered section, each row of its error catalogue (§8) and each of its constants
 * (§9). A test names what it proves in its tags: `test('…', { tags: ['§2.13', '§9.10'] }, …)`. `vitest.config.ts` declares these
 * tags, so Vitest refuses an unknown one; `coverage.ts` finds the parts without a test.
 */
export interface Requirement {
  readonly id: string;
  readonly text: string;
}

const numbered = (section: string, texts: readonly string[]): Requirement[] =>
  texts.map((text, index) => ({ id: `${section}.${index + 1}`, text }));

export const REQUIREMENTS: readonly Requirement[] = [
  { id: '1', text: 'Companies of their own, tracked traffic and sales, the company name in the sidebar' },
  ...numbered('2', [
    'Routes, least roles, not-found page, spinner, redirects',
    'Sidebar and user menu',
    'Login',
    'Registrar Empresa',
    'Accept invite',
    'Dashboard',
    'Campaigns',
    'Analytics',
    'Integration',
    'Webhook integration',
    'Facebook Ads settings',
    'Conversion logs',
    'Click logs',
    'Geographic analytics',
    'Gestão de Leads',
    'Configurações da Empresa',
    'Gestão de Usuários',
  ]),
  { id: '3', text: 'Entities and their fields' },
  { id: '4', text: 'States and transitions' },
  { id: '5', text: 'Validation rules and formulas' },
  { id: '6', text: 'Roles and permissions' },
  ...numbered('7', [
    'Calls: authentication and users',
    'Calls: performance',
    'Calls: campaigns, clicks, conversions, geography',
    'Calls: ad platform',
    'Calls: leads',
    'Public tracking endpoints',
  ]),
  ...numbered('8', [
    "Login failure: 'Erro no login'",
    "Registration failure: 'Erro no registro'",
    'Login and registration success toasts',
    "Accept invite failure: 'Erro ao aceitar convite'",
    "Invite send failure and 'Convite enviado!'",
    "Role change failure and 'Role atualizada'",
    "Removal failure and 'Usuário removido'",
    "Company settings failure and 'Configurações salvas'",
    "Not signed in: 'Acesso Negado', then /login",
    "Insufficient role: 'Permissão Insuficiente', then /",
    "Generic failed fetch: '{status}: {response text}'",
    "Performance fetches: 'Failed to fetch …: {status text}'",
    "Geography fetch: 'Erro ao carregar dados'",
    "Campaigns fetch: 'Failed to fetch campaigns: {status text}'",
    "Spend refresh failure: 'Erro ao Atualizar'",
    "Connect campaign failure: 'Failed to connect campaign'",
    "Single sync failure: 'Erro no Sync'",
    "Sync-all failure: 'Erro no Sync Geral'",
    "Copy failure: 'Failed to copy to clipboard'",
    "Lead update failure: 'Failed to update lead'",
    'Invalid or expired invite: pages of their own',
  ]),
  ...numbered('9', [
    'Auth status fresh for 5 minutes, no retry, no refetch on focus',
    'Default queries never go stale, do not retry and do not poll; mutations do not retry',
    'Figures, campaigns, clicks and geography poll every 30 s and are fresh for 10 s',
    'Conversions and sync status poll every 5 s',
    'Redirects after 500 ms; 1000 ms after accepting an invite',
    'Passwords of at least 6 characters',
    'Default invite role editor',
    'Plans free, pro, business',
    'One visible toast',
    'Toasts last 5000 ms',
    'Toast swipe threshold 50 px',
    'Toast hotkey F8',
    'Toasts at most 420 px wide on medium screens',
    'Tooltip delay 700 ms, skip delay 300 ms',
    'Menu timings: submenu 100 ms hover, 300 ms grace, type-ahead reset 1000 ms',
    'BRL with 2 decimals, ROAS as 0,00x, percentages with 1 decimal, pt-BR',
    'Top 3 campaigns, top 10 ads and channels',
    'Geography: 5 countries in the pie, 10 in the table, 8 regions, 8 time zones in the chart, 5 in the list',
    'Top 5 campaigns by ROAS',
    'Daily chart: 7, 14, 30, 60, 90 days, default 30',
    'Default ranges: 30 days; click logs 7; geography 8 days back',
    'Custom range at most 90 days',
    'Tracking cookie of 90 days by default',
    'Copy confirmation for 2 s',
    'Automatic sync daily at 02:00; last 5 history entries',
    'Click id: last 8 characters in leads, 30 characters in the click table',
    'CSV of 26 columns, named with the date',
  ]),
];
