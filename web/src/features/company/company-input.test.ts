import type { Tenant } from '@tracker/schemas/contracts/auth.contract';
import { TenantChange } from '@tracker/schemas/contracts/company.contract';
import { expect, it } from 'vitest';
import { mistakesIn } from '../../data/mistakes.ts';
import { changedFields, inputOf } from './company-input.ts';

const tenant = {
  name: 'Loja da Ana',
  slug: 'loja-da-ana',
  timeZone: 'America/Sao_Paulo',
  mainCampaignId: 'principal',
} as Tenant;

it('sends only the changed company settings', () => {
  const input = inputOf(tenant);
  expect(changedFields(tenant, input)).toEqual({});
  expect(changedFields(tenant, { ...input, name: 'Loja', mainCampaignId: 'outra' })).toEqual({
    name: 'Loja',
    mainCampaignId: 'outra',
  });
  expect(changedFields({ ...tenant, mainCampaignId: null }, { ...input, mainCampaignId: '' })).toEqual({});
});

it('reports an error for each invalid company setting', () => {
  const { error } = TenantChange.safeParse({ name: ' ', slug: 'Loja da Ana' });
  expect(error && mistakesIn(error)).toEqual({
    name: 'Informe o nome da empresa.',
    slug: 'Use de 2 a 63 letras minúsculas, números ou hífens.',
  });
});
