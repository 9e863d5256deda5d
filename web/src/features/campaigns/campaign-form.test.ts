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
      ...{ name: 'X', status: 'active', destinationUrl: null },
      ...{ targetCpa: null, targetRoas: null },
    });
  });

  it('reads targets as people write them, none where there is none', () => {
    const before = { ...emptyInput, name: 'X', targetCpa: '50', targetRoas: '2,5' };
    const change = (input: Partial<typeof before>) => campaignChangeOf({ ...before, ...input });
    expect(change({ targetCpa: '1.059,90', targetRoas: '' }).body).toMatchObject({
      targetCpa: '1059.90',
      targetRoas: null,
    });
    expect(change({ targetCpa: '0', targetRoas: 'dois' }).errors).toEqual({
      targetCpa: 'Informe um valor em reais maior que zero, como 59,90.',
      targetRoas: 'Informe um ROAS maior que zero, como 2,5.',
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
