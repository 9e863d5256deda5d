import { describe, expect, it } from 'vitest';
import { campaignChangeOf, emptyInput, newCampaignOf, statusLabel } from './campaign-form.ts';

describe('the campaign form', () => {
  it('sends only what was filled in', () => {
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

  it('says beside each field what is wrong with it', () => {
    const { errors } = newCampaignOf({ ...emptyInput, name: ' ', campaignId: 'Não!', destinationUrl: 'loja' });
    expect(Object.keys(errors ?? {}).sort()).toEqual(['campaignId', 'destinationUrl', 'name']);
    expect(errors?.name).toBe('Informe o nome da campanha.');
  });

  it('names the status', () => {
    expect(['active', 'paused', 'archived'].map(statusLabel)).toEqual(['Ativa', 'Pausada', 'archived']);
  });
});
