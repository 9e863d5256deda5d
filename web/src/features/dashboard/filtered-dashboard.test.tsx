import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import {
  BestAd,
  BestChannel,
  bestAds,
  bestChannels,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeEach, describe, expect, test } from 'vitest';
import { openApp, plain } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';
import { NOW, sample, session } from '../../../test/samples.ts';
import { createQueryClient } from '../../data/query-client.ts';
import { rangeOfSearch } from '../../date-range/date-range.ts';
import { useToday } from '../../date-range/use-today.ts';
import { TenantContext } from '../../session/session.ts';
import FilteredDashboard from './filtered-dashboard.tsx';

beforeEach(() => api.answerEmpty());

/** As a room for shared figures would show it: of a company, and without a person. */
function SharedDashboard() {
  const today = useToday();
  const range = rangeOfSearch({}, today);
  return <FilteredDashboard filters={[]} range={range} today={today} onRange={() => undefined} basis="gross" />;
}

/** Its calls, and a router for its links. */
function show() {
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: SharedDashboard }),
  });
  render(
    <TenantContext value={AuthStatus.parse(session('viewer')).tenant}>
      <QueryClientProvider client={createQueryClient(async () => undefined)}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </TenantContext>,
  );
}

test('shows the figures of a company to a reader, who is no person, by shared calls alone', async () => {
  show();
  await screen.findByRole('region', { name: 'Melhores Anúncios' });
  await screen.findAllByText('Nenhum dado encontrado');
  expect(CONTRACTS.filter((contract) => !contract.shared && api.asked(contract).length > 0)).toEqual([]);
  expect(screen.queryAllByRole('link')).toEqual([]);
});

/** As the answer gives them: by revenue, then clicks, with a group of what has no ad. */
const GROUPS = [
  ...Array.from({ length: 12 }, (_, index) => ({ key: `x-${index}`, revenue: 240 - 10 * index })),
  ...[
    { key: null, revenue: 100 },
    { key: 'x-unsold', revenue: 0 },
    { key: 'x-unsold-too', revenue: 0 },
  ],
];
/** The same rows, as the lists without filters have them: the first ten, and none without a key. */
const listed = GROUPS.flatMap(({ key, revenue }) => (key === null ? [] : { key, revenue })).slice(0, 10);
const FIGURES = { clicks: 4, conversions: 2, conversionRate: 50 };

function answerGroups(groups: typeof GROUPS) {
  api.answer(askFigures, ({ query }) => {
    const { by, limit } = query as { by?: string; limit?: string };
    const rows = groups.slice(0, Number(limit ?? 100)).map(({ key, revenue }) => ({
      ...{ keys: [key], labels: [key ?? 'Sem anúncio'], previous: null },
      values: { ...FIGURES, revenue, attributed: 2, spend: null, roas: null, netProfit: null, netRoas: null },
    }));
    const total = { values: { ...FIGURES, revenue: 9_999, spend: 29_802.82, roas: 1 }, previous: null };
    return sample(FigureAnswer, { rows: by ? rows : [], total, groups: groups.length });
  });
}

const LISTS = ['Melhores Canais de Tráfego', 'Melhores Anúncios'];
const textsOf = async () =>
  Promise.all(
    LISTS.map(async (name) => {
      const region = await screen.findByRole('region', { name });
      await within(region).findAllByText(/Mostrando os 10|vendeu no período|x-unsold|x-11/);
      const rows = [...region.querySelectorAll('tbody tr, ol > li')].map((row) => plain(row));
      return { rows, footer: region.textContent?.includes('Mostrando os 10') };
    }),
  );

describe('ads and channels', () => {
  for (const [name, groups] of [
    ['many groups', GROUPS],
    ['groups without a sale', GROUPS.slice(-2)],
    ['a sold group among others', GROUPS.slice(-4)],
  ] as const) {
    test(`are the same lists with filters as without, of ${name}`, async () => {
      answerGroups([...groups]);
      const without =
        groups === GROUPS ? listed : groups.flatMap((one) => (one.key === null ? [] : { ...one, key: one.key }));
      api.answer(
        bestAds,
        without.map(({ key, revenue }) => sample(BestAd, { adId: key, adName: key, ...FIGURES, revenue })),
      );
      api.answer(
        bestChannels,
        without.map(({ key, revenue }) => sample(BestChannel, { channel: key, ...FIGURES, revenue })),
      );
      openApp('/?f=country:is:BR');
      const filtered = await textsOf();
      cleanup();
      openApp('/');
      expect(filtered).toEqual(await textsOf());
    });
  }

  test('say nothing of sales that are not known under the filters', async () => {
    api.answer(askFigures, ({ query }) => {
      const values = { clicks: 4, conversions: null, revenue: null, conversionRate: null };
      const rows = [{ keys: ['x-1'], labels: ['Vídeo'], values, previous: null }];
      return sample(FigureAnswer, { rows: 'by' in query ? rows : [], total: { values, previous: null }, groups: 1 });
    });
    openApp('/?f=landing:is:oferta');
    const ads = await screen.findByRole('region', { name: 'Melhores Anúncios' });
    await within(ads).findByText('Vídeo');
    expect([...ads.querySelectorAll('tbody td')].map((cell) => plain(cell))).toEqual(['Vídeox-1', '4', '–', '–', '–']);
    expect(plain(screen.getByRole('region', { name: 'Melhores Canais de Tráfego' }))).not.toContain('R$ 0,00');
  });
});

test('shows all of yesterday under its name, not the hours until now that today is compared with', async () => {
  const revenue = (amount: number) => ({ revenue: amount, spend: null, roas: null });
  api.answer(askFigures, ({ query }) => {
    const { from, to } = query as { from: string; to: string };
    const values = revenue(from === to ? (from === NOW.slice(0, 10) ? 30 : 200) : 1_000);
    return sample(FigureAnswer, { rows: [], total: { values, previous: revenue(77) } });
  });
  show();
  const card = async (name: string) => plain((await screen.findByText(name)).parentElement as HTMLElement);
  await screen.findByText(/200,00/);
  expect(await card('Receita Hoje')).toBe('Receita HojeR$ 30,00');
  expect(await card('Receita Ontem')).toBe('Receita OntemR$ 200,00');
  expect(await card('Receita Este Mês')).toBe('Receita Este MêsR$ 1.000,00');
});

describe('spend under filters', () => {
  const answerTotals = (values: Record<string, number | null>) =>
    api.answer(askFigures, () => sample(FigureAnswer, { rows: [], total: { values, previous: null } }));
  const card = async (name: string) =>
    plain((await screen.findAllByText(name)).map(({ parentElement }) => parentElement as HTMLElement).at(-1) ?? null);

  test('that is not known says so, and is in no ratio', async () => {
    answerTotals({ revenue: 90, spend: null, trackedSpend: null, roas: null, netProfit: null });
    openApp('/?f=source:is:facebook');
    await screen.findAllByText(/90,00/);
    expect(await card('Gasto Hoje')).toBe('Gasto Hoje–Gasto desconhecido');
    expect(await card('ROAS Hoje')).toBe('ROAS Hoje–Gasto desconhecido');
    expect(await card('Gasto com anúncios')).toBe('Gasto com anúncios–Gasto desconhecido');
    expect(await card('Lucro líquido')).toBe('Lucro líquido–Gasto desconhecido');
  });

  test('of before tracking alone is in no ratio', async () => {
    answerTotals({ revenue: 90, spend: 80, trackedSpend: 0, roas: 0, netProfit: 90 });
    openApp('/?f=source:is:facebook');
    await screen.findAllByText(/90,00/);
    expect(await card('ROAS Hoje')).toBe('ROAS Hoje–');
    expect(await card('Gasto com anúncios')).toBe('Gasto com anúnciosR$ 80,00R$ 80,00 antes do rastreio');
    expect(await card('ROAS')).toBe('ROAS–Gasto só de antes do rastreio');
  });

  test('that nothing ever reported is no 0, and profit is that of before the ads', async () => {
    api.answer(performanceSummary, sample(PerformanceSummary, { spendSource: 'none' }));
    answerTotals({ revenue: 90, spend: 0, trackedSpend: 0, roas: 0, netProfit: 90 });
    openApp('/?f=source:is:facebook');
    await screen.findByText('Lucro antes dos anúncios');
    expect(await card('Gasto Hoje')).toBe('Gasto Hoje–gasto não conectado');
    expect(await card('ROAS Ontem')).toBe('ROAS Ontem–gasto não conectado');
    expect(await card('Gasto com anúncios')).toBe('Gasto com anúncios–gasto não conectado');
    expect(await card('Lucro antes dos anúncios')).toBe('Lucro antes dos anúnciosR$ 90,00gasto não conectado');
  });
});
