import { describe, expect, it } from 'vitest';
import { deviceOf, placeOf, SUBS, shortClickId, sourceLabel, statusOf } from './click-texts.ts';

describe('texts of the click table', () => {
  it('shows the first 30 characters of the click id', { tags: ['§2.13', '§9.26'] }, () => {
    const id = 'mc_lancamento-de-novembro_1795300000000000001';
    expect(shortClickId(id)).toBe('mc_lancamento-de-novembro_1795…');
    expect(shortClickId(id)).toHaveLength(31);
    expect(shortClickId('mc_c1_1795300000000000001')).toBe('mc_c1_1795300000000000001');
  });

  it('labels a click Convertido once it converted, and Ativo before', { tags: ['§4'] }, () => {
    expect(statusOf({ convertedAt: null }).label).toBe('Ativo');
    expect(statusOf({ convertedAt: '2026-11-20T15:00:00.000Z' as never }).label).toBe('Convertido');
  });

  it('shows source, place and device, with a text for missing values or none', () => {
    expect([sourceLabel(null), sourceLabel('direct'), sourceLabel('kwai')]).toEqual(['Direct', 'Direct', 'kwai']);
    expect(placeOf({ city: 'Recife', country: 'Brasil' })).toBe('Recife, Brasil');
    expect(placeOf({ city: null, country: 'Brasil' })).toBe('Brasil');
    expect(placeOf({ city: null, country: null })).toBeNull();
    expect(deviceOf({ browser: 'Chrome', deviceType: 'mobile' })).toBe('Chrome · Celular');
    expect(deviceOf({ browser: null, deviceType: 'unknown' })).toBe('Desconhecido');
  });
});

it('gives the eight subs their documented meanings', { tags: ['§7.6'] }, () => {
  expect(SUBS.map(([field]) => field)).toEqual(['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'sub6', 'sub7', 'sub8']);
  expect(SUBS.map(([, meaning]) => meaning)).toEqual([
    'ID do anúncio',
    'ID do conjunto',
    'ID da campanha',
    'Nome do anúncio',
    'Nome do conjunto',
    'Nome da campanha',
    'Posicionamento',
    'Site de origem',
  ]);
});
