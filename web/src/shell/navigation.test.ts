import { describe, expect, it } from 'vitest';
import { screensFor, settingsFor } from './navigation.ts';

const labels = (role: string | undefined) => screensFor(role).map(({ label }) => label);

const REPORTS = ['Dashboard', 'Analytics', 'Geografia', 'Leads', 'Logs Conversão', 'Logs de Clicks'];

describe('screensFor', () => {
  it('shows each role the screens that it may open, in menu order', { tags: ['§2.2', '§6'] }, () => {
    expect(labels('admin')).toEqual([
      'Dashboard',
      'Campaigns',
      'Analytics',
      'Geografia',
      'Leads',
      'Integration',
      'Webhook',
      'Logs Conversão',
      'Logs de Clicks',
      'Facebook Ads',
    ]);
    expect(labels('editor')).toEqual(labels('admin').filter((label) => !['Webhook', 'Facebook Ads'].includes(label)));
    expect(labels('viewer')).toEqual(REPORTS);
  });

  it('treats a missing role as viewer and shows no screen to an unknown role', { tags: ['§5'] }, () => {
    expect(labels(undefined)).toEqual(REPORTS);
    expect(labels('owner')).toEqual([]);
  });
});

it('shows the settings to administrators only', { tags: ['§2.2'] }, () => {
  expect(settingsFor('admin').map(({ label }) => label)).toEqual(['Configurações da Empresa', 'Gestão de Usuários']);
  expect(settingsFor('editor')).toEqual([]);
});
