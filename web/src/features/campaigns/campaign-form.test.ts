import { describe, expect, it } from 'vitest';
import { statusLabel } from '../../format/campaign-status.ts';
import { campaignChangeOf, emptyInput, newCampaignOf } from './campaign-form.ts';

describe('campaign form', () => {
  it('sends only the fields that were filled in', () => {
    expect(newCampaignOf({ ...emptyInput, name: 'Black Friday' }).body).toEqual({ name: 'Black Friday' });
    expect(
      newCampaignOf({ ...emptyInput, name: 'X', campaignId: ' bf-26 ', destinationUrl: 'https://loja.com/{sub1}' })
        .body,
    ).toEqual({ name: 'X', campaignId: 'bf-26', destinationUrl: 'https://loja.com/{sub1}' });
    expect(campaignChangeOf({ ...emptyInput, name: 'X', destinationUrl: ' ' }).body).toEqual({
      name: 'X',
      status: 'active',
      destinationUrl: null,
    });
  });

  it('reports an error for each invalid field', () => {
    const { errors } = newCampaignOf({ ...emptyInput, name: ' ', campaignId: 'Não!', destinationUrl: 'loja' });
    expect(Object.keys(errors ?? {}).sort()).toEqual(['campaignId', 'destinationUrl', 'name']);
    expect(errors?.name).toBe('Informe o nome da campanha.');
  });

  it('labels known statuses and shows unknown ones unchanged', () => {
    expect(['active', 'paused', 'archived'].map(statusLabel)).toEqual(['Ativa', 'Pausada', 'archived']);
  });
});
