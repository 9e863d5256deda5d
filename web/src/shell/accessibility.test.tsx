/** The structure of states that no other component test shows. `web/e2e/screens.ts` lists all. */
import { screen } from '@testing-library/react';
import { confirmEmail } from '@tracker/schemas/contracts/account-links.contract';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { listConversions } from '@tracker/schemas/contracts/conversion-logs.contract';
import { readIntegration } from '@tracker/schemas/contracts/integration.contract';
import { beforeEach, test } from 'vitest';
import { expectAccessible, type OpenedApp, openApp } from '../../test/app.tsx';
import { api, noWords, refusal } from '../../test/fake-api.ts';
import { campaign } from '../../test/samples.ts';

type User = OpenedApp['user'];
const press = async (user: User, name: string | RegExp) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const reads = (text: string | RegExp) => screen.findAllByText(text);
const fails = async () => screen.findAllByRole('button', { name: 'Tentar de novo' });

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(confirmEmail, refusal(410, 'Este link já foi usado ou expirou. Peça um novo.'));
  api.answerEmpty();
});

interface State {
  name: string;
  address: string;
  /** An administrator by default. */
  as?: 'visitor' | 'admin';
  show: (user: User) => Promise<unknown>;
}

const STATES: readonly State[] = [
  ...[
    { name: 'login screen', address: '/login', title: 'Entrar' },
    { name: 'registration', address: '/register', title: 'Registrar Empresa' },
    { name: 'form for a forgotten password', address: '/forgot-password', title: 'Esqueci minha senha' },
    { name: 'form for a new password', address: '/reset-password?token=x', title: 'Nova senha' },
    { name: 'link that confirms no e-mail', address: '/confirm-email?token=x', title: 'Email não confirmado' },
  ].map(({ title, ...state }) => ({ ...state, as: 'visitor' as const, show: () => heading(title) })),
  { name: 'page of an unknown address', address: '/nowhere', show: () => heading('404 Page Not Found') },
  {
    name: 'user menu',
    address: '/leads',
    show: async (user) => {
      await press(user, /^Menu de/);
      await screen.findByRole('menu');
    },
  },
  { name: 'cards of campaigns', address: '/campaigns', show: () => screen.findByRole('article') },
  {
    name: 'list of campaigns with an open row',
    address: '/campaigns?view=list&sort=-roas',
    show: async (user) => {
      await press(user, 'Detalhes de Black Friday');
      await screen.findByRole('button', { name: 'Links de anúncio de Black Friday' });
    },
  },
  {
    name: 'dialog of a new campaign',
    address: '/campaigns',
    show: async (user) => {
      await press(user, 'Nova campanha');
      await screen.findByRole('dialog');
    },
  },
  {
    name: 'dialog of a campaign',
    address: '/campaigns',
    show: async (user) => {
      await press(user, /^Editar /);
      await screen.findByRole('dialog');
    },
  },
  { name: 'clicks that no filter finds', address: '/click-logs?q=x', show: () => reads('Nenhum click encontrado') },
  {
    name: 'conversions that no filter finds',
    address: '/conversion-logs?q=x',
    show: () => reads('Nenhuma conversão encontrada'),
  },
  { name: 'click log without clicks', address: '/click-logs', show: () => reads('Nenhum click encontrado') },
  {
    name: 'conversion log without conversions',
    address: '/conversion-logs',
    show: () => reads('Nenhuma conversão encontrada'),
  },
];

test.each(STATES)('has no serious axe finding on $name', async ({ address, as = 'admin', show }) => {
  const { user } = openApp(address, { as });
  await show(user);
  await expectAccessible();
});

test.each([
  { address: '/analytics', contract: analyticsBreakdown, failure: noWords },
  { address: '/conversion-logs', contract: listConversions, failure: refusal(404) },
  { address: '/integration', contract: readIntegration, failure: refusal(403) },
])('has no serious axe finding on $address when $contract.name fails', async ({ address, contract, failure }) => {
  api.answer(contract, failure);
  openApp(address);
  await fails();
  await expectAccessible();
});
