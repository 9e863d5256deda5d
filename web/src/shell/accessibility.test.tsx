/** The structure of states that no other component test shows. */
import { screen } from '@testing-library/react';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { listConversions } from '@tracker/schemas/contracts/conversion-logs.contract';
import { readIntegration } from '@tracker/schemas/contracts/integration.contract';
import { readLeadAnalytics } from '@tracker/schemas/contracts/leads.contract';
import { listWebhookKeys, WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { beforeEach, test } from 'vitest';
import { expectAccessible, type OpenedApp, openApp } from '../../test/app.tsx';
import { api, noWords, refusal } from '../../test/fake-api.ts';
import { campaign, NOW, sample } from '../../test/samples.ts';

type User = OpenedApp['user'];
const press = async (user: User, name: string | RegExp) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);
const reads = (text: string | RegExp) => screen.findAllByText(text);
const fails = async () => screen.findAllByRole('button', { name: 'Tentar de novo' });

beforeEach(() => {
  const key = { provider: 'hotmart', key: 'wk_1', url: 'https://t.example.com/webhook/wk_1' } as const;
  api.answer(listCampaigns, [campaign()]);
  api.answer(listWebhookKeys, [sample(WebhookKey, { ...key, secretSet: true, previousKeyUntil: NOW })]);
  api.answerEmpty();
});

const STATES: readonly { name: string; address: string; show: (user: User) => Promise<unknown> }[] = [
  { name: 'dashboard without traffic', address: '/', show: () => reads('Nenhum canal encontrado') },
  {
    name: 'dialog of a campaign',
    address: '/campaigns',
    show: async (user) => {
      await press(user, /^Editar /);
      await screen.findByRole('dialog');
    },
  },
  {
    name: 'leads that no filter finds',
    address: '/leads?status=lost&q=x',
    show: () => reads('Nenhum lead encontrado'),
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
  { name: 'webhook address', address: '/webhook?checkout=hotmart', show: () => screen.findAllByRole('tabpanel') },
  {
    name: 'dialog of a webhook secret',
    address: '/webhook?checkout=hotmart',
    show: async (user) => {
      await press(user, /segredo$/);
      await screen.findByRole('dialog');
    },
  },
  {
    name: 'dialog of a new webhook key',
    address: '/webhook?checkout=hotmart',
    show: async (user) => {
      await press(user, 'Gerar nova chave');
      await screen.findByRole('dialog');
    },
  },
];

test.each(STATES)('has no serious axe finding on $name', async ({ address, show }) => {
  const { user } = openApp(address);
  await show(user);
  await expectAccessible();
});

test.each([
  { address: '/analytics', contract: analyticsBreakdown, failure: noWords },
  { address: '/leads', contract: readLeadAnalytics, failure: noWords },
  { address: '/conversion-logs', contract: listConversions, failure: refusal(404) },
  { address: '/integration', contract: readIntegration, failure: refusal(403) },
])('has no serious axe finding on $address when $contract.name fails', async ({ address, contract, failure }) => {
  api.answer(contract, failure);
  openApp(address);
  await fails();
  await expectAccessible();
});
