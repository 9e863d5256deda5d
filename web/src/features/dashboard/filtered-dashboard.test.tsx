import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeEach, expect, test } from 'vitest';
import { api } from '../../../test/fake-api.ts';
import { session } from '../../../test/samples.ts';
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

test('shows the figures of a company to a reader, who is no person, by shared calls alone', async () => {
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: SharedDashboard }),
  });
  render(
    <TenantContext value={AuthStatus.parse(session('viewer')).tenant}>
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </TenantContext>,
  );
  await screen.findByRole('region', { name: 'Melhores Anúncios' });
  await screen.findAllByText('Nenhum dado encontrado');
  expect(CONTRACTS.filter((contract) => !contract.shared && api.asked(contract).length > 0)).toEqual([]);
  expect(screen.queryAllByRole('link')).toEqual([]);
});
