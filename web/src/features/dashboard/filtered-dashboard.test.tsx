import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeEach, expect, test } from 'vitest';
import { plain } from '../../../test/app.tsx';
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
