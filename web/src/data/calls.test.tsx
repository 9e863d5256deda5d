import { screen, waitFor } from '@testing-library/react';
import { adPlatformCalls } from '@tracker/schemas/contracts/ad-platforms.contract';
import { createCampaign, listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { Click, listClicks, readClickTotals } from '@tracker/schemas/contracts/click-logs.contract';
import { Conversion, listConversions, readConversionTotals } from '@tracker/schemas/contracts/conversion-logs.contract';
import {
  bestAds,
  bestCampaigns,
  bestChannels,
  metricsChart,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { Geography, readGeography } from '@tracker/schemas/contracts/geography.contract';
import { Lead, listLeads, readLeadAnalytics } from '@tracker/schemas/contracts/leads.contract';
import type { MoneySum } from '@tracker/schemas/primitives/money';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { inToast, later, openApp, plain, settle, stopClock } from '../../test/app.tsx';
import { api, page, refusal } from '../../test/fake-api.ts';
import { campaign, sample } from '../../test/samples.ts';

beforeEach(() => api.answerEmpty());

describe('a polling screen', () => {
  const POLLED: readonly { address: string; contract: Contract; everyS: number }[] = [
    { address: '/', contract: performanceSummary, everyS: 30 },
    { address: '/', contract: bestCampaigns, everyS: 30 },
    { address: '/', contract: metricsChart, everyS: 30 },
    { address: '/campaigns', contract: listCampaigns, everyS: 30 },
    { address: '/click-logs', contract: listClicks, everyS: 30 },
    { address: '/geography', contract: readGeography, everyS: 30 },
    { address: '/conversion-logs', contract: listConversions, everyS: 5 },
    { address: '/facebook', contract: adPlatformCalls.syncStatus, everyS: 5 },
  ];

  test.each(POLLED)(
    'asks $contract.name at $address every $everyS s, and not before',
    { tags: ['§9.3', '§9.4'] },
    async ({ address, contract, everyS }) => {
      openApp(address);
      await waitFor(() => expect(api.asked(contract).length).toBeGreaterThan(0));
      await settle();
      stopClock();
      const before = api.asked(contract).length;
      // Since it was asked, less than a second has passed.
      await later(everyS * 1_000 - 1_500);
      expect(api.asked(contract)).toHaveLength(before);
      await later(1_500);
      const once = api.asked(contract).length;
      expect(once).toBeGreaterThan(before);
      await later(everyS * 1_000);
      expect(api.asked(contract).length).toBeGreaterThan(once);
    },
  );

  test('asks at once on news of changed figures, and at most once a second', async () => {
    openApp('/');
    await waitFor(() => expect(api.asked(bestAds)).toHaveLength(1));
    await settle();
    stopClock();
    for (let news = 0; news < 3; news += 1) api.announceFigures();
    await later(0);
    expect(api.asked(bestAds)).toHaveLength(2);
    await later(999);
    expect(api.asked(bestAds)).toHaveLength(2);
    await later(1);
    expect(api.asked(bestAds)).toHaveLength(3);
    await later(5_000);
    expect(api.asked(bestAds)).toHaveLength(3);
  });
});

test('asks on the dashboard for the top 3 campaigns and the top 10 ads and channels', { tags: ['§9.17'] }, async () => {
  openApp('/');
  const limits = [bestCampaigns, bestAds, bestChannels].map((contract) => [
    contract,
    contract === bestCampaigns ? 3 : 10,
  ]);
  for (const [contract, limit] of limits as [typeof bestAds, number][]) {
    await waitFor(() => expect(api.asked(contract)[0]?.query.limit).toBe(limit));
  }
});

describe('a changed filter', () => {
  const totalOf = (name: string) => plain(screen.getByText(name, { selector: 'dt' }).parentElement);

  test.each([
    ['/click-logs', listClicks, Click],
    ['/conversion-logs', listConversions, Conversion],
    ['/leads', listLeads, Lead],
  ] as const)(
    'keeps on %s the rows until the new ones come, and marks them',
    async (address, contract: Contract, row: z.ZodObject) => {
      api.answer(contract, page([sample(row, { id: 'ld_00000001' })], { total: 1 }));
      api.answer(readConversionTotals, {
        all: 1,
        withTracking: 0,
        direct: 1,
        totalValue: '0.00' as MoneySum,
        withoutRate: 0,
        listed: 1,
      });
      const { user } = openApp(address);
      await screen.findByText('Mostrando 1 de 1');
      await settle();
      expect(screen.queryByTitle('Atualizando')).toBeNull();
      const give = api.hold(contract);
      await user.type(screen.getByRole('searchbox', { name: /^Buscar/ }), 'x');
      await screen.findByTitle('Atualizando');
      screen.getByText('Mostrando 1');
      give(page([]));
      await waitFor(() => expect(screen.queryByText('Mostrando 1')).toBeNull());
    },
  );

  test('shows no totals under the name of another filter', async () => {
    const clicks = { convertedClicks: 0, conversionValue: '0.00', campaigns: 1, sources: 1 };
    api.answer(readClickTotals, { clicks: 61, ...clicks });
    const { user } = openApp('/click-logs');
    await waitFor(() => expect(totalOf('Total de clicks')).toContain('61'));
    const give = api.hold(readClickTotals);
    await user.type(screen.getByRole('searchbox', { name: /^Buscar/ }), 'x');
    await waitFor(() => expect(api.asked(readClickTotals).at(-1)?.query.q).toBe('x'));
    expect(totalOf('Total de clicks')).not.toContain('61');
    give({ clicks: 7, ...clicks });
    await waitFor(() => expect(totalOf('Total de clicks')).toContain('7'));
  });
});

describe('a failed call', () => {
  test.each([
    ['Failed to fetch performance summary: Service Unavailable', performanceSummary],
    ['Failed to fetch best campaigns: Service Unavailable', bestCampaigns],
    ['Failed to fetch best ads: Service Unavailable', bestAds],
    ['Failed to fetch best channels: Service Unavailable', bestChannels],
    ['Failed to fetch metrics chart: Service Unavailable', metricsChart],
  ] as const)('shows on the dashboard: %s', { tags: ['§8.12'] }, async (text, contract: Contract) => {
    api.answer(contract, refusal(503));
    openApp('/');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });

  test('shows for campaigns a sentence and a button to try again', { tags: ['§8.14'] }, async () => {
    api.answer(listCampaigns, refusal(503));
    const { user } = openApp('/campaigns');
    await screen.findByText('Failed to fetch campaigns: Service Unavailable');
    api.answer(listCampaigns, [campaign()]);
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByRole('article');
  });

  test("shows '{status}: {response text}' without words of its own", { tags: ['§8.11'] }, async () => {
    api.answer(readLeadAnalytics, refusal(503, 'fora do ar'));
    openApp('/leads');
    await screen.findByText(/^503: .*fora do ar/);
  });

  test('waits for its next poll; meanwhile the old answer stays, marked as possibly old', {
    tags: ['§9.2'],
  }, async () => {
    openApp('/conversion-logs');
    await screen.findByText('Nenhuma conversão encontrada');
    api.answer(listConversions, refusal(503));
    stopClock();
    await later(5_000);
    screen.getByText('Estes números podem estar desatualizados.');
    screen.getByText('Nenhuma conversão encontrada');
    const asked = api.asked(listConversions).length;
    await later(4_000);
    expect(api.asked(listConversions)).toHaveLength(asked);
    api.answer(listConversions, page([]));
    await later(1_000);
    expect(screen.queryByText('Estes números podem estar desatualizados.')).toBeNull();
  });

  test('is never sent twice when it changes something', { tags: ['§9.2'] }, async () => {
    api.answer(createCampaign, refusal(503));
    const { user } = openApp('/campaigns');
    await user.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText('Nome'), 'Não chega{Enter}');
    await inToast('Erro ao salvar');
    await later(60_000);
    expect(api.asked(createCampaign)).toHaveLength(1);
  });
});

test('keeps a failure where it is while it is asked again', async () => {
  api.answer(readGeography, refusal(500));
  const { user } = openApp('/geography');
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  const give = api.hold(readGeography);
  await user.click(again);
  await waitFor(() => expect(api.asked(readGeography).length).toBeGreaterThan(1));
  screen.getByRole('button', { name: 'Tentar de novo' });
  give(sample(Geography, { countries: [], devices: [] }));
  await screen.findByText('Nenhum click no período');
  screen.getByRole('link', { name: 'Ver como instalar' });
});

test('keeps what is typed on the screen of a platform whose sync status fails every few seconds', async () => {
  api.answer(adPlatformCalls.syncStatus, refusal(500));
  const { user } = openApp('/facebook');
  const field = await screen.findByRole('textbox', { name: /^ID da campanha/ });
  await user.type(field, '238');
  const give = api.hold(adPlatformCalls.syncStatus);
  stopClock();
  await later(5_000);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^ID da campanha/ }).value).toBe('238');
  give(refusal(500));
});
