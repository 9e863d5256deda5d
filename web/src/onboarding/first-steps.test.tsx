import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { AdAccount, adPlatformCalls, ConnectionStatus } from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  ClickStory,
  ConversionDetail,
  listConversions,
  readConversion,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { PerformanceSummary, performanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { confirmSite, readIntegration, readLink } from '@tracker/schemas/contracts/integration.contract';
import {
  changeOnboarding,
  type Onboarding,
  OnboardingStepId,
  type OnboardingWarning,
  readOnboarding,
} from '@tracker/schemas/contracts/onboarding.contract';
import { listWebhookKeys, WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import type { Instant } from '@tracker/schemas/primitives/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { choose, expectAccessible, inToast, openApp, plain } from '../../test/app.tsx';
import { api, takeDeliveries } from '../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, NOW, sample } from '../../test/samples.ts';

const onboarding = (
  done: readonly OnboardingStepId[] = [],
  warnings: Partial<Record<OnboardingStepId, OnboardingWarning>> = {},
): Onboarding => ({
  dismissed: false,
  steps: OnboardingStepId.options.map((id) => ({
    id,
    done: done.includes(id),
    at: done.includes(id) ? (NOW as Instant) : null,
    tested: null,
    warning: warnings[id] ?? null,
    networks: [],
    host: null,
  })),
});
const key = sample(WebhookKey, { provider: 'kiwify', key: 'abc', url: 'http://localhost:3000/webhooks/kiwify/abc' });

beforeEach(() => {
  localStorage.clear();
  api.answer(readOnboarding, onboarding());
  api.answer(listCampaigns, [campaign()]);
  api.answer(listWebhookKeys, [key]);
  api.answer(readIntegration, { publicUrl: 'https://t.example.com', sites: { confirmed: [], ofCampaigns: [] } });
  api.answerEmpty();
});

const steps = () => screen.findByRole('region', { name: 'Primeiros passos' });
const step = (name: RegExp) => screen.findByRole('button', { name });
const figures = () => screen.queryByText('Receita Hoje');

describe('the first steps', () => {
  test('take the place of the zeros of a new company, the first of them open', async () => {
    const { user } = openApp('/', { as: 'admin' });
    within(await steps()).getByText('0 de 5 prontos');
    expect((await step(/^Onde você vende/)).getAttribute('aria-expanded')).toBe('true');
    expect(figures()).toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Mostrar os números' }));
    await screen.findByText('Receita Hoje');
  });

  test.each([
    { done: ['checkout'], shown: 'Mostrar os números' },
    { done: ['checkout', 'script'], shown: 'Receita Hoje' },
  ] as const)('are followed by "$shown" when $done are done', async ({ done, shown }) => {
    api.answer(readOnboarding, onboarding(done));
    openApp('/', { as: 'admin' });
    within(await steps()).getByText(`${done.length} de 5 prontos`);
    await screen.findByText(shown);
  });

  test('stand above the figures as soon as there is money', async () => {
    const money = { today: 10, yesterday: 0, thisMonth: 10 };
    api.answer(performanceSummary, sample(PerformanceSummary, { revenue: money }));
    openApp('/', { as: 'editor' });
    await steps();
    await screen.findByText('Receita Hoje');
    expect((await step(/^Onde você vende/)).getAttribute('aria-expanded')).toBe('false');
  });

  test('are not shown to viewers', async () => {
    openApp('/', { as: 'viewer' });
    await screen.findByText('Receita Hoje');
    expect(api.asked(readOnboarding)).toEqual([]);
  });

  test('give way to the figures when four are done, and are not asked for again in this browser', async () => {
    api.answer(readOnboarding, onboarding(['checkout', 'script', 'ad-link', 'first-sale']));
    openApp('/', { as: 'admin' });
    await screen.findByText('Receita Hoje');
    expect(screen.queryByText('Primeiros passos')).toBeNull();
    await waitFor(() => expect(localStorage.getItem('first-steps-over')).toBe('tn_00000001'));
  });

  test('are put away for the company', async () => {
    api.answer(changeOnboarding, ({ body }) => ({ ...onboarding(), ...body }));
    const { user } = openApp('/', { as: 'editor' });
    await user.click(await screen.findByRole('button', { name: 'Dispensar' }));
    await screen.findByText('Receita Hoje');
    expect(api.asked(changeOnboarding)[0]?.body).toEqual({ dismissed: true });
  });

  test('come back from the menu after they were put away, until they are put away again', async () => {
    api.answer(readOnboarding, { ...onboarding(), dismissed: true });
    api.answer(changeOnboarding, ({ body }) => ({ ...onboarding(), ...body }));
    localStorage.setItem('first-steps-over', 'tn_00000001');
    const { user, address } = openApp('/', { as: 'editor' });
    await screen.findByText('Receita Hoje');
    expect(api.asked(readOnboarding)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: /^Menu de/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Primeiros passos' }));
    within(await steps()).getByText('0 de 5 prontos');
    expect(address()).toBe('/?steps=open');
    await waitFor(() => expect(localStorage.getItem('first-steps-over')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Dispensar' }));
    await screen.findByText('Receita Hoje');
    expect(address()).toBe('/');
    expect(api.asked(changeOnboarding).map(({ body }) => body.dismissed)).toEqual([false, true]);
  });

  test('come back when they are done, too, and are closed', async () => {
    api.answer(readOnboarding, onboarding([...OnboardingStepId.options]));
    const { user, address } = openApp('/?steps=open', { as: 'admin' });
    await screen.findByText('Tudo pronto: suas vendas já são rastreadas');
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByText(/^Tudo pronto/)).toBeNull());
    expect(address()).toBe('/');
  });

  test('tick without a reload, and lead on', async () => {
    const { user } = openApp('/', { as: 'admin' });
    await steps();
    api.answer(readOnboarding, onboarding(['checkout'], { script: 'clicks-without-views' }));
    api.announceFigures();
    await step(/Onde você vende\?.*Pronto desde 20\/11\/2026 12:00:00/);
    screen.getByText(/^Clicks chegaram, mas nenhuma página falou com o script/);
    await user.click(screen.getByRole('button', { name: 'Próximo passo' }));
    await screen.findByRole('region', { name: 'Código: código do script' });
  });

  test('are half ticked by a test from here, lead on, and wait for the checkout itself', async () => {
    const { user } = openApp('/', { as: 'admin' });
    await steps();
    const tested = { at: NOW as Instant, checkout: 'kiwify' };
    const { steps: all } = onboarding();
    api.answer(readOnboarding, {
      dismissed: false,
      steps: all.map((one, index) => ({ ...one, tested: index === 0 ? tested : null })),
    });
    api.announceFigures();
    await step(/Onde você vende\?.*Testado por você\. Aguardando a Kiwify/);
    within(await steps()).getByText('0 de 5 prontos');
    await user.click(screen.getByRole('button', { name: 'Próximo passo' }));
    await screen.findByRole('region', { name: 'Código: código do script' });
  });

  test('go on with the spend after the consent of an ad platform', async () => {
    api.answer(adPlatformCalls.status, sample(ConnectionStatus, { configured: true }));
    const { user } = openApp('/', { as: 'admin' });
    await user.click(await step(/^4?Gasto dos anúncios/));
    const link = await screen.findByRole('link', { name: 'Conectar com Facebook' });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    cleanup();
    const { address } = openApp('/facebook?connected=1', { as: 'admin' });
    await inToast('Facebook conectado', 'Agora conecte as campanhas.');
    expect((await step(/^4?Gasto dos anúncios/)).getAttribute('aria-expanded')).toBe('true');
    expect(address()).toBe('/?steps=spend');
  });

  test('ask whether the page on which the script spoke is the company’s, and name the networks of a warning', async () => {
    const asked = onboarding(['checkout'], { script: 'unknown-site', 'ad-link': 'raw-macros' });
    const steps = asked.steps.map((one) => ({
      ...one,
      host: one.id === 'script' ? 'loja.example.com' : null,
      networks: one.id === 'ad-link' ? ['198.51.100.0'] : [],
    }));
    api.answer(readOnboarding, { ...asked, steps });
    api.answer(confirmSite, null);
    const { user } = openApp('/', { as: 'editor' });
    await screen.findByText(/página que você ainda não confirmou/);
    screen.getByText(/Redes de onde veio: 198\.51\.100\.0\./);
    await user.click(await screen.findByRole('button', { name: 'Sim, loja.example.com é meu site' }));
    await inToast('Site confirmado');
    expect(api.asked(confirmSite)).toMatchObject([{ body: { host: 'loja.example.com' } }]);
  });

  test('say what is read from an ad of another tracker, and that nothing has to change', async () => {
    const reads = {
      cmpid: null,
      campaign: { id: '1', name: 'Natal' },
      adset: { id: '2', name: null },
      ...{ ad: { id: '3', name: 'Vídeo' }, placement: null, source: 'FB', channel: 'facebook' },
    };
    api.answer(readOnboarding, onboarding(['checkout', 'script']));
    api.answer(readLink, { reads, template: 'utmify', trackedCampaign: null, missing: ['placement'] });
    const { user } = openApp('/?steps=open', { as: 'editor' });
    await user.click(await screen.findByText('Vim da UTMify, Nemu, xTracky ou RedTrack'));
    await screen.findByRole('region', { name: /^Código: parâmetros para/ });
    const field = await screen.findByLabelText('Link de um anúncio');
    await user.click(field);
    await user.paste('utm_source=FB&utm_campaign=Natal|1');
    await user.keyboard('{Enter}');
    await screen.findByText(/^Parâmetros da UTMify: são lidos como estão\. Nada precisa mudar/);
    expect(screen.getByText('Parâmetros para anúncios novos').closest('details')?.open, 'what would change ads').toBe(
      false,
    );
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Natal (1)', '2', 'Vídeo (3)', 'o link não diz', 'FB', 'facebook']),
    );
    expect(api.asked(readLink)).toMatchObject([{ body: { url: 'utm_source=FB&utm_campaign=Natal|1' } }]);
    await expectAccessible();
  });

  test('show the address of a checkout and send a test to it', async () => {
    const { user } = openApp('/', { as: 'admin' });
    await choose(user, 'O checkout em que as vendas acontecem', 'Kiwify');
    expect(plain(await screen.findByRole('region', { name: 'Código: URL do webhook de Kiwify' }))).toBe(key.url);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Enviar teste' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await expectAccessible();
    const sent = takeDeliveries(() => Response.json({ success: true }));
    await user.click(button);
    await inToast('Teste enviado', 'Ele não entra nos números.');
    expect(sent.map(([url]) => url)).toEqual(['/webhooks/kiwify/abc']);
    expect(JSON.parse(String(sent[0]?.[1].body))).toMatchObject({ is_test: true });
  });

  test('give the tag, and open the own page with a click that says that it is a test', async () => {
    const { user } = openApp('/', { as: 'editor' });
    await user.click(await step(/^2?Instale o script/));
    expect(plain(await screen.findByRole('region', { name: 'Código: código do script' }))).toContain(CAMPAIGN_ID);
    await user.type(screen.getByLabelText('Sua página'), 'https://loja.example.com/oferta?a=1');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /click de teste$/ });
    expect(link.href).toBe('https://loja.example.com/oferta?a=1&cmpid=black-friday&tsource=teste&utm_source=teste');
    await user.click(await step(/^3?Link do anúncio/));
    await screen.findByText(/^cmpid=black-friday&tsource=facebook&sub1=\{\{ad.id\}\}/);
  });

  test('link an ad account to the one campaign of a new company without a choice', async () => {
    const facebook = adPlatformCalls;
    api.answer(facebook.status, sample(ConnectionStatus, { configured: true, connected: true, accountName: 'Ana' }));
    api.answer(facebook.adAccounts, [
      sample(AdAccount, { id: 'act_2', name: 'Loja', accountStatus: 1, timeZone: 'America/Sao_Paulo' }),
    ]);
    api.answer(facebook.campaigns, [{ id: '1', name: 'Oferta', adAccountId: 'act_2', status: 'ACTIVE' }]);
    api.answer(facebook.linkAll, { linked: 1, skipped: 0, campaigns: 0 });
    const { user } = openApp('/', { as: 'admin' });
    await user.click(await step(/^4?Gasto dos anúncios/));
    await screen.findByText('Loja: 1 campanha, 1 sem conexão.');
    await user.click(screen.getByRole('button', { name: 'Conectar todas desta conta' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Conectar todas desta conta' }));
    await user.click(dialog.getByRole('button', { name: 'Conectar' }));
    await inToast('1 campanha conectada');
    expect(api.asked(facebook.linkAll)).toMatchObject([{ body: { campaignId: CAMPAIGN_ID } }]);
  });

  test('link all campaigns of the connected ad account in place', async () => {
    const facebook = adPlatformCalls;
    api.answer(facebook.status, sample(ConnectionStatus, { configured: true, connected: true, accountName: 'Ana' }));
    api.answer(facebook.adAccounts, [
      sample(AdAccount, { id: 'act_1', name: 'Fechada', accountStatus: 2, timeZone: 'America/Sao_Paulo' }),
      sample(AdAccount, { id: 'act_2', name: 'Loja', accountStatus: 1, timeZone: 'America/Sao_Paulo' }),
    ]);
    api.answer(facebook.campaigns, ({ query }) =>
      ['1', '2'].map((id) => ({ id, name: `Oferta ${id}`, adAccountId: query.adAccountId ?? '', status: 'ACTIVE' })),
    );
    const { user } = openApp('/', { as: 'admin' });
    await user.click(await step(/^4?Gasto dos anúncios/));
    await screen.findByText('Loja: 2 campanhas, 2 sem conexão.');
    await user.click(screen.getByRole('button', { name: 'Conectar todas desta conta' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Conectar todas desta conta' }));
    await user.click(dialog.getByRole('radio', { name: /^Uma campanha daqui para cada uma/ }));
    api.answer(facebook.linkAll, { linked: 2, skipped: 0, campaigns: 2 });
    const before = api.asked(readOnboarding).length;
    await user.click(dialog.getByRole('button', { name: 'Conectar' }));
    await inToast('2 campanhas conectadas');
    expect(api.asked(facebook.linkAll)).toMatchObject([
      { params: { adAccountId: 'act_2' }, body: { perCampaign: true } },
    ]);
    await waitFor(() => expect(api.asked(readOnboarding).length).toBeGreaterThan(before));
  });

  test('stay when the last one is done while they are shown, with the story of the conversion', async () => {
    api.answer(readOnboarding, onboarding(['checkout', 'script', 'ad-link']));
    const { user } = openApp('/', { as: 'admin' });
    await steps();
    const id = 'cv_00000001';
    const story = sample(ClickStory, { secondsToSale: 60 });
    api.answer(listConversions, [sample(ConversionDetail, { id, value: '197.00' as never })] as never);
    api.answer(readConversion, sample(ConversionDetail, { id, value: '197.00' as never, story }) as never);
    api.answer(readOnboarding, onboarding(['checkout', 'script', 'ad-link', 'first-sale']));
    api.announceFigures();
    await screen.findByText('Suas vendas já são rastreadas: falta o gasto dos anúncios');
    await user.click(await step(/Primeira venda rastreada/));
    await screen.findByText(/1 min(uto)? depois do click/);
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await screen.findByText('Receita Hoje');
    expect(screen.queryByText(/^Suas vendas já são/)).toBeNull();
  });
});
