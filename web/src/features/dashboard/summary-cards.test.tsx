import { cleanup, screen } from '@testing-library/react';
import { PerformanceSummary, performanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { expectAccessible, openApp, plain } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';
import { sample } from '../../../test/samples.ts';

const periods = (today: number, yesterday: number) => ({ today, yesterday, thisMonth: 1_000 });
const answer = (given: Partial<z.input<typeof PerformanceSummary>>) =>
  api.answer(
    performanceSummary,
    sample(PerformanceSummary, {
      spend: periods(50, 100),
      revenue: periods(90, 200),
      roas: periods(1.8, 2),
      yesterdayToNow: { revenue: 60, spend: 40, roas: 1.5 },
      spendAt: '2026-11-20T14:20:31.000Z',
      ...given,
    }),
  );

beforeEach(() => api.answerEmpty());

const card = async (name: string) => plain((await screen.findByText(name)).parentElement as HTMLElement);
const badge = async (name: string) => {
  const found = (await screen.findByText(name)).parentElement?.querySelector('[data-look]');
  return { text: plain(found as HTMLElement), look: found?.className ?? '' };
};

describe('the cards of today', { tags: ['§2.6'] }, () => {
  test('say when the spend came, and what yesterday had until the same time', async () => {
    answer({});
    openApp('/');
    await screen.findAllByText('gasto às 11:20');
    expect(await card('Gasto Hoje')).toContain('ontem até esta hora: R$ 40,00');
    expect(await card('Gasto Hoje')).toContain('gasto às 11:20');
    expect(await card('ROAS Hoje')).toContain('gasto às 11:20');
    expect(await card('Receita Hoje')).toContain('ontem até esta hora: R$ 60,00');
    expect(await card('Receita Hoje')).not.toContain('gasto às');
    await expectAccessible();
  });

  test('call the ROAS of the month its mean, and say in the note where tracking began within it', async () => {
    answer({ trackedSince: '2026-11-18' });
    openApp('/');
    const note = (await screen.findByText('ROAS Este Mês')).parentElement?.querySelector('[title]');
    expect(note?.textContent).toBe('Média mensal');
    expect(note?.getAttribute('title')).toBe('Desde 18/11, o dia em que o rastreamento começou');
  });

  test('keep the change since all of yesterday, with a colour only where the same hours say so, too', async () => {
    answer({});
    openApp('/');
    const { text, look } = await badge('Receita Hoje');
    expect(text).toContain('-55,0%');
    // More than yesterday until this hour.
    expect(look).not.toMatch(/bg-(good|bad)/);
    cleanup();
    answer({ yesterdayToNow: { revenue: 120, spend: 40, roas: 1.5 } });
    openApp('/');
    expect((await badge('Receita Hoje')).look).toContain('bg-bad');
  });

  test('have no colour while the hours of yesterday are unknown, and name the day of old spend', async () => {
    answer({ yesterdayToNow: { revenue: 60, spend: null, roas: null }, spendAt: '2026-11-19T14:20:31.000Z' });
    openApp('/');
    await screen.findAllByText('gasto de 19/11 às 11:20');
    const { look } = await badge('ROAS Hoje');
    expect(look).not.toMatch(/bg-(good|bad)/);
    expect(await card('Gasto Hoje')).not.toContain('até esta hora');
    expect(await card('Gasto Hoje')).toContain('gasto de 19/11 às 11:20');
  });

  test('state the part of a sum that is known as the least that it may be', async () => {
    answer({
      ...{ spendKnown: { today: false, yesterday: true, thisMonth: false, range: true } },
      ...{ unknownSpendDays: { today: 1, yesterday: 0, thisMonth: 1, range: 0 } },
      roas: { today: null, yesterday: 2, thisMonth: null },
    });
    openApp('/');
    expect(await card('Gasto Hoje')).toContain('≥ R$ 50,00');
    expect(await card('Gasto Ontem')).toContain('OntemR$ 100,00');
    expect(await card('Gasto Este Mês')).toBe('Gasto Este Mês≥ R$ 1.000,00gasto desconhecido em 1 dia');
    expect(await card('Receita Este Mês')).not.toContain('≥');
  });

  test('have no ROAS of days whose spend is all from before tracking began', async () => {
    answer({
      ...{ trackedSince: '2026-11-20', spend: periods(50, 100), revenue: periods(90, 0), roas: periods(0, 0) },
      yesterdayToNow: null,
    });
    openApp('/');
    expect(await card('ROAS Hoje')).toMatch(/^ROAS Hoje–/);
    expect(await card('ROAS Ontem')).toBe('ROAS Ontem–Comparação diária');
    await screen.findByText('O gasto de hoje é de antes do rastreio: ainda não há ROAS.');
  });
});
