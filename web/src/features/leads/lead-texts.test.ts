import { describe, expect, it } from 'vitest';
import {
  dialNumber,
  leadConversionRate,
  locationOf,
  STATUS_OPTIONS,
  shortClickId,
  sourceLabel,
  whatsAppNumber,
} from './lead-texts.ts';
import { filtersOf, isFiltered, parseLeadSearch } from './search.ts';

describe('texts of a lead', () => {
  it('offers five statuses', { tags: ['§4'] }, () => {
    expect(STATUS_OPTIONS).toEqual([
      { value: 'new', label: 'Novo' },
      { value: 'contacted', label: 'Contatado' },
      { value: 'qualified', label: 'Qualificado' },
      { value: 'converted', label: 'Convertido' },
      { value: 'lost', label: 'Perdido' },
    ]);
  });

  it('shows city and country, or the country alone, and nothing without a country', { tags: ['§2.15'] }, () => {
    expect(locationOf({ city: 'Campinas', country: 'Brasil' })).toBe('Campinas, Brasil');
    expect(locationOf({ city: null, country: 'Brasil' })).toBe('Brasil');
    expect(locationOf({ city: 'Campinas', country: null })).toBeUndefined();
    expect(sourceLabel('direct')).toBe('Direct');
    expect(sourceLabel('facebook')).toBe('facebook');
  });

  it('shows the last 8 characters of the click id', { tags: ['§2.15', '§9.26'] }, () => {
    expect(shortClickId('mc_black-friday_1700000000000123456')).toBe('00123456');
  });

  it('rounds the conversion rate, and shows 0 when no lead converted', { tags: ['§5'] }, () => {
    expect([leadConversionRate(1, 3), leadConversionRate(2, 3), leadConversionRate(1, 200)]).toEqual([33, 67, 1]);
    expect([leadConversionRate(0, 7), leadConversionRate(0, 0)]).toEqual([0, 0]);
  });

  it('builds WhatsApp and dial numbers from Brazilian and foreign phones', () => {
    const phones = ['(11) 98888-7777', '011 3333-4444', '+55 11 98888 7777', '5511988887777', '+351 912 345 678'];
    expect(phones.map(whatsAppNumber)).toEqual([
      '5511988887777',
      '551133334444',
      '5511988887777',
      '5511988887777',
      '351912345678',
    ]);
    expect(whatsAppNumber('00351912345678')).toBe('351912345678');
    expect(['98888-7777', '', 'ramal 12', '+55'].map(whatsAppNumber)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['+55 (11) 9888-7777', '11 98888-7777', 'ramal 12'].map(dialNumber)).toEqual([
      '+551198887777',
      '11988887777',
      undefined,
    ]);
  });
});

describe('URL of the leads screen', () => {
  it('holds valid filters only, and is empty by default', () => {
    expect(parseLeadSearch({})).toEqual({});
    expect(parseLeadSearch({ status: 'old', source: ' ', q: 11, x: 1 })).toEqual({ q: '11' });
    const search = parseLeadSearch({ status: 'lost', source: 'direct', campaign: 'bf', q: ' ana ' });
    expect(search).toEqual({ status: 'lost', source: 'direct', campaign: 'bf', q: 'ana' });
    expect(filtersOf(search)).toEqual({ status: 'lost', source: 'direct', campaignId: 'bf', q: 'ana' });
    expect([isFiltered({}), isFiltered(search)]).toEqual([false, true]);
  });
});
