import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { atStandstill, later, openApp, settle, stopClock } from '../../test/app.tsx';
import { api } from '../../test/fake-api.ts';

beforeEach(() => api.answerEmpty());

async function openLeads(): Promise<void> {
  openApp('/leads');
  await screen.findByRole('heading', { level: 1, name: 'Gestão de Leads' });
  await settle();
}

const lost = () => screen.queryByText(/^Sem conexão desde \d\d:\d\d$/);

test('says of a screen that was not opened here before, as soon as the network is gone, why it stays empty', async () => {
  openApp('/leads');
  await screen.findByRole('heading', { level: 1, name: 'Gestão de Leads' });
  await settle();
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  act(() => screen.getByRole('link', { name: 'Geografia' }).click());
  await screen.findByText('Sem conexão.');
  screen.getByText('Esta tela ainda não foi aberta neste aparelho.');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('Sem conexão.')).toBeNull());
});

describe('a server that takes calls and answers none', () => {
  test('is reported on every screen after 45 seconds without a sign of life, until it gives one', async () => {
    await openLeads();
    stopClock();
    api.sendBeat();
    api.hang();
    await later(44_000);
    expect(lost()).toBeNull();
    await later(2_000);
    expect(lost()).not.toBeNull();
    api.hang(false);
    await later(15_000);
    await atStandstill(() => expect(lost()).toBeNull());
  });

  test('is not suspected while its beat comes', async () => {
    await openLeads();
    stopClock();
    api.hang();
    for (let beats = 0; beats < 5; beats++) {
      api.sendBeat();
      await later(20_000);
    }
    expect(lost()).toBeNull();
  });

  test('turns the stamp of the dashboard amber, and keeps its figures', async () => {
    openApp('/');
    await screen.findByText('Receita Hoje');
    await settle();
    stopClock();
    api.hang();
    await later(46_000);
    expect(screen.getByText('Sem conexão').className).toContain('text-warn');
    screen.getByText('Receita Hoje');
  });

  test('is reported after 15 seconds where nothing is shown yet', async () => {
    api.hang();
    stopClock();
    openApp('/');
    await later(14_500);
    expect(screen.queryByText('O servidor não respondeu.')).toBeNull();
    await later(2_000);
    await atStandstill(() => screen.getByText('O servidor não respondeu.'));
  });
});

test('a browser without a network reports it at once, late news or not, and asks as soon as it has one', async () => {
  await openLeads();
  stopClock();
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await atStandstill(() => expect(lost()).not.toBeNull());
  // It was on its way when the network went.
  api.sendBeat();
  await later(2_000);
  expect(lost()).not.toBeNull();
  network.mockRestore();
  window.dispatchEvent(new Event('online'));
  await atStandstill(() => expect(lost()).toBeNull());
});
