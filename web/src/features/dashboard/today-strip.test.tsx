import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { PerformanceSummary, performanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { atStandstill, expectAccessible, later, openApp, plain, settle, stopClock } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';
import { campaign, sample } from '../../../test/samples.ts';

const periods = (today: number) => ({ today, yesterday: 500, thisMonth: 1_000 });
const todaySoFar = {
  conversions: 31,
  profit: 1_204,
  expenses: { soFar: 31.5, ofDay: 63 },
  hours: [0, 2_360],
  hoursOfYesterday: [100, 1_900, ...Array(22).fill(7)],
};
const summary = (given: Partial<z.input<typeof PerformanceSummary>> = {}) =>
  sample(PerformanceSummary, {
    spend: periods(899),
    revenue: periods(2_360),
    yesterdayToNow: { revenue: 2_000, spend: null, roas: null },
    todaySoFar,
    trackedSince: '2026-01-01',
    ...given,
  });

beforeEach(() => api.answerEmpty());

test('leaves its place empty where an older server does not send today so far', async () => {
  api.answer(performanceSummary, summary({ todaySoFar: null, yesterdayToNow: null }));
  openApp('/');
  expect(await screen.findByText('R$ 2.360,00')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Hoje até 12:00' })).toBeNull();
});

const strip = () => screen.findByRole('region', { name: 'Hoje até 12:00' });

describe('the strip of today', () => {
  test('says profit, conversions, CPA and the change of revenue since yesterday at this hour, and draws the hours', async () => {
    api.answer(performanceSummary, summary());
    openApp('/');
    const text = plain(await strip());
    expect(text).toContain('Lucro líquidoR$ 1.204,00conversões31CPAR$ 29,00');
    expect(text).toContain('já com R$ 31,50 de R$ 63,00 de despesas do dia');
    expect(text).toContain('Receita +18,0%vs. ontem a esta hora');
    const [table] = within(await strip()).getAllByRole('table', { hidden: true });
    expect([...(table?.querySelectorAll('tbody tr') ?? [])].slice(0, 3).map(plain)).toEqual([
      '0hR$ 0,00R$ 100,00',
      '1hR$ 2.360,00R$ 1.900,00',
      '2h–R$ 7,00',
    ]);
    await expectAccessible();
  });

  test('shows spend of before tracking began in grey, and in no CPA', async () => {
    api.answer(performanceSummary, summary({ trackedSince: null }));
    openApp('/');
    expect(plain(await strip())).toContain('conversões31GastoR$ 899,00CPA–');
    expect(within(await strip()).getByText(/899,00/).parentElement?.className).toContain('text-muted');
  });

  test('counts on the first day the spend of its ROAS alone, and none where that is all of before', async () => {
    const first = { trackedSince: '2026-11-20', spend: periods(899), revenue: periods(2_360) };
    api.answer(performanceSummary, summary({ ...first, roas: periods(2_360 / 310) }));
    openApp('/');
    expect(plain(await strip())).toContain('CPAR$ 10,00');
    cleanup();
    api.answer(performanceSummary, summary({ ...first, roas: periods(0) }));
    openApp('/');
    expect(plain(await strip())).toContain('CPA–');
  });

  test.each([
    [4, 'secondary'],
    [5, 'good'],
  ])('gives the change of %d sales the look %s: of fewer than five there is no colour', async (conversions, look) => {
    api.answer(performanceSummary, summary({ todaySoFar: { ...todaySoFar, conversions } }));
    openApp('/');
    const change = within(await strip()).getByText(/18,0%/);
    expect(change.closest('[data-look]')?.getAttribute('data-look')).toBe(look);
  });

  test('compares with nothing where yesterday had no revenue until now, and gives no CPA without spend', async () => {
    api.answer(
      performanceSummary,
      summary({
        spend: periods(0),
        yesterdayToNow: { revenue: 0, spend: 0, roas: 0 },
        todaySoFar: {
          ...{ conversions: 1, profit: -10, expenses: { soFar: 0, ofDay: 0 }, hours: [0], hoursOfYesterday: [0] },
        },
      }),
    );
    openApp('/');
    const text = plain(await strip());
    expect(text).toContain('conversão1CPA–');
    expect(text).not.toContain('vs. ontem');
    expect(text).not.toContain('despesas');
    expect((await strip()).querySelector('dd')?.className).toContain('text-bad');
    expect(within(await strip()).queryByRole('table', { hidden: true })).toBeNull();
  });

  test('is not there where the figures did not come', async () => {
    api.answer(performanceSummary, () => {
      throw new TypeError('fetch failed');
    });
    openApp('/');
    await screen.findAllByRole('button', { name: 'Tentar de novo' });
    expect(screen.queryByRole('region', { name: /^Hoje até/ })).toBeNull();
  });
});

describe('after a sale', () => {
  /** Revenue of today and the number of conversions, each time that one of them changed. */
  function watchFigures(): string[] {
    const seen: string[] = [];
    const figureOf = (name: string) => plain(screen.queryByText(name)?.nextElementSibling ?? null);
    const look = () => {
      const both = `${figureOf('Receita Hoje')} ${figureOf('Todas as conversões')}`;
      if (both !== seen.at(-1)) seen.push(both);
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    onTestFinished(() => observer.disconnect());
    return seen;
  }

  async function openDashboard() {
    api.answer(performanceSummary, summary({ revenue: periods(297) }));
    api.answer(listCampaigns, [campaign({ conversions: 1 })]);
    openApp('/');
    await screen.findByText('Todas as conversões');
    await settle();
    return watchFigures();
  }

  test('all figures change in one moment, however long each answer takes', async () => {
    const seen = await openDashboard();
    api.answer(performanceSummary, summary({ revenue: periods(594) }));
    const answerCampaigns = api.hold(listCampaigns);
    const before = api.asked(performanceSummary).length;
    api.announceFigures();
    await waitFor(() => expect(api.asked(performanceSummary).length).toBeGreaterThan(before));
    await later(300);
    expect(seen).toEqual(['R$ 297,00 1']);
    answerCampaigns([campaign({ conversions: 2 })]);
    await waitFor(() => expect(seen).toEqual(['R$ 297,00 1', 'R$ 594,00 2']));
  });

  test('the others are shown after two seconds when one answer does not come', async () => {
    const seen = await openDashboard();
    api.answer(performanceSummary, summary({ revenue: periods(594) }));
    api.hold(listCampaigns);
    stopClock();
    api.announceFigures();
    await atStandstill(() => undefined);
    await later(1_900);
    expect(seen).toEqual(['R$ 297,00 1']);
    await later(200);
    await atStandstill(() => expect(seen).toEqual(['R$ 297,00 1', 'R$ 594,00 1']));
  });
});
