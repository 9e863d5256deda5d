import { cleanup, screen, waitFor } from '@testing-library/react';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  BestChannel,
  bestChannels,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { Lead, listLeads } from '@tracker/schemas/contracts/leads.contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { choose, later, openApp, settle } from '../../test/app.tsx';
import { api, noAnswer, page, refusal } from '../../test/fake-api.ts';
import { campaign, sample, session } from '../../test/samples.ts';

const stored = () => localStorage.getItem('last-figures');
const summary = (revenue: number) =>
  sample(PerformanceSummary, { revenue: { today: revenue, yesterday: 1, thisMonth: 2 } });

beforeEach(() => {
  api.answerEmpty();
  api.answer(performanceSummary, summary(120));
});

/** The code that keeps them comes after the screen, and then waits some seconds. */
const keeps = (text: string) =>
  waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(2_000);
      expect(stored() ?? '').toContain(text);
    },
    { timeout: 20_000 },
  );

/** Opens the dashboard, waits until its figures are kept, and closes the page. */
async function look(): Promise<void> {
  openApp('/');
  await screen.findByText('R$ 120,00');
  await keeps('120');
  cleanup();
}

function closeServer(): void {
  api.answer(currentUser, noAnswer);
  api.answer(performanceSummary, noAnswer);
}

describe('without a server', () => {
  test('the dashboard shows the figures of the last time as of that time, until the server answers', async () => {
    await look();
    expect(stored()).not.toContain(session('admin').user?.email);
    closeServer();
    vi.setSystemTime(Date.now() + 26 * 3_600_000);
    openApp('/', { as: 'unknown' });
    await screen.findByText('R$ 120,00');
    await screen.findByText(/^Sem conexão\. Estes são os números de 20\/11/);

    api.answer(currentUser, session('admin'));
    api.answer(performanceSummary, summary(300));
    window.dispatchEvent(new Event('online'));
    await screen.findByText('R$ 300,00');
    expect(screen.queryByText(/^Sem conexão\. Estes são os números de 20\/11/)).toBeNull();
  });

  test('nothing is shown of another build, or after a week', async () => {
    await look();
    closeServer();
    const kept = stored() ?? '';
    localStorage.setItem('last-figures', JSON.stringify({ ...JSON.parse(kept), build: '/assets/index-new.js' }));
    openApp('/', { as: 'unknown' });
    await screen.findByText('O servidor não respondeu.');
    cleanup();
    localStorage.setItem('last-figures', kept);
    vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000);
    openApp('/', { as: 'unknown' });
    await screen.findByText('O servidor não respondeu.');
    expect(stored()).toBeNull();
  });
});

describe('kept figures', () => {
  test('of a screen that is not open are asked again, too, once the server answers', async () => {
    api.answer(listCampaigns, [campaign({ name: 'Nome antigo' })]);
    openApp('/leads');
    await keeps('Nome antigo');
    cleanup();
    closeServer();
    const { user } = openApp('/', { as: 'unknown' });
    await screen.findByText(/^Sem conexão/);
    api.answer(currentUser, session('admin'));
    api.answer(listCampaigns, [campaign({ name: 'Nome novo' })]);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/^Sem conexão/)).toBeNull());
    api.announceFigures();
    // Longer than between two rounds of news, so that none comes when the other screen is open.
    await later(3_000);
    await user.click(screen.getByRole('link', { name: 'Leads' }));
    await choose(user, 'Campanha', 'Nome novo');
  });

  test('are not shown of another range', async () => {
    api.answer(bestChannels, [sample(BestChannel, { channel: 'canal-a', revenue: 987 })]);
    openApp('/?period=7d');
    await screen.findByText('canal-a');
    await keeps('canal-a');
    cleanup();
    closeServer();
    api.answer(bestChannels, noAnswer);
    openApp('/?period=7d', { as: 'unknown' });
    await screen.findByText('canal-a');
    cleanup();
    const asked = api.asked(bestChannels).length;
    openApp('/?period=30d', { as: 'unknown' });
    await screen.findByText(/^Sem conexão\. Estes são os números/);
    await waitFor(() => expect(api.asked(bestChannels).length).toBeGreaterThan(asked));
    await settle();
    expect(screen.queryByText('canal-a')).toBeNull();
  });

  test('hold nothing of the leads, although these are asked again with the figures', async () => {
    api.answer(listCampaigns, [campaign({ name: 'Fica guardada' })]);
    api.answer(listLeads, page([sample(Lead, { id: 'ld_00000001', name: 'Maria José' })]));
    openApp('/leads');
    await screen.findByText('Maria José');
    const asked = api.asked(listLeads).length;
    api.announceFigures();
    await waitFor(() => expect(api.asked(listLeads).length).toBeGreaterThan(asked));
    await keeps('Fica guardada');
    expect(stored()).not.toContain('Maria José');
    expect(stored()).not.toContain('/api/leads');
  });

  test('go away when the session has ended', async () => {
    await look();
    api.answer(currentUser, refusal(401, 'Entre para continuar.'));
    openApp('/', { as: 'unknown' });
    await waitFor(() => expect(stored()).toBeNull());
  });

  test('of another person are never shown, and replaced', async () => {
    await look();
    const other = session('viewer');
    const user = { ...other.user, id: 'us_00000002' };
    closeServer();
    openApp('/', { as: 'unknown' });
    await screen.findByText('R$ 120,00');
    // Meanwhile another person has signed in, in another tab.
    api.answer(currentUser, { ...other, user });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText('R$ 120,00')).toBeNull());
    await keeps(user.id);
    expect(stored()).not.toContain('120');
  });
});
