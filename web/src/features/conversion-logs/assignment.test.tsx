import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  attributeConversion,
  Conversion,
  ConversionDetail,
  ConversionTotals,
  listConversions,
  readConversion,
  readConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, inToast, openApp, plain } from '../../../test/app.tsx';
import { api, page, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

const direct = sample(Conversion, {
  ...{ id: 'cv_1', transactionId: 'VENDA-1', conversionType: 'purchase', status: 'approved', verified: true },
  ...{ value: '97.90', netValue: '97.90', revenue: '97.90', currency: 'BRL', provider: 'generic' },
  ...{ attribution: 'utm', channel: 'fb', adName: 'Vídeo 1' },
});
const assigned = { ...direct, attribution: 'manual' as const, campaignId: CAMPAIGN_ID, channel: 'whatsapp' };

/** What the API has, and says. */
let stored: typeof direct;
beforeEach(() => {
  stored = direct;
  api.answer(listCampaigns, [campaign()]);
  api.answer(analyticsBreakdown, page([]));
  api.answer(readConversionTotals, sample(ConversionTotals, {}));
  api.answer(listConversions, () => page([stored]));
  api.answer(readConversion, () => sample(ConversionDetail, stored));
  api.answer(attributeConversion, ({ body: { campaignId, channel } }) => {
    stored =
      campaignId === null ? direct : { ...assigned, campaignId, channel: channel?.toLowerCase() ?? direct.channel };
    return stored;
  });
});

const row = async () => plain((await screen.findAllByText('VENDA-1'))[0]?.closest('tr') ?? null);
async function openRow(as: 'viewer' | 'editor' = 'editor') {
  const { user } = openApp('/conversion-logs', { as });
  await screen.findByText('VENDA-1');
  await user.click(screen.getByRole('button', { name: /^Detalhes de / }));
  await screen.findByText(/nenhum click da sua empresa/);
  return user;
}
const button = (name: string) => screen.findByRole('button', { name });

describe('assignment of a conversion without a click', () => {
  test('gives it a campaign and channel by the keyboard, says so in its row, and is undone from the toast', async () => {
    const user = await openRow();
    (await button('Atribuir a uma campanha')).focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Atribuir venda' }));
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Atribuir' }));
    await dialog.findByText('Escolha a campanha.');
    expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Campanha' }));
    await user.keyboard('black{Enter}');
    await user.tab();
    await user.keyboard('WhatsApp{Enter}');
    const toast = within(await inToast('Venda atribuída', 'Conta para Black Friday em alguns segundos.'));
    expect(api.asked(attributeConversion).map(({ params, body }) => [params, body])).toEqual([
      [{ id: 'cv_1' }, { campaignId: CAMPAIGN_ID, channel: 'WhatsApp' }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await row()).toMatch(/Conversão Direta.*whatsappVídeo 1atribuída à mão.*Black Friday/);
    expect(plain(screen.getByRole('region', { name: 'História do click' }))).toContain(
      'Atribuída à mão à campanha Black Friday, canal whatsapp.',
    );
    await user.click(toast.getByRole('button', { name: 'Desfazer' }));
    await waitFor(async () => expect(await row()).toMatch(/fbVídeo 1pelas UTMs da venda/));
    expect(api.asked(attributeConversion).at(-1)?.body).toEqual({ campaignId: null });
  });

  test('is taken away and given back, and a refusal is shown', async () => {
    stored = assigned;
    const user = await openRow();
    await user.click(await button('Desfazer atribuição'));
    const toast = within(await inToast('Atribuição desfeita'));
    await waitFor(async () => expect(await row()).toContain('pelas UTMs da venda'));
    await user.click(toast.getByRole('button', { name: 'Desfazer' }));
    await waitFor(async () => expect(await row()).toContain('atribuída à mão'));
    expect(api.asked(attributeConversion).at(-1)?.body).toEqual({ campaignId: CAMPAIGN_ID, channel: 'whatsapp' });
    api.answer(attributeConversion, refusal(409, 'Esta venda tem um click: a campanha e o canal vêm dele.'));
    await user.click(await button('Desfazer atribuição'));
    await inToast('Erro ao atribuir a venda', 'Esta venda tem um click: a campanha e o canal vêm dele.');
  });

  test('is read, and not changed, by a viewer', async () => {
    stored = assigned;
    await openRow('viewer');
    await screen.findByText('Black Friday', { selector: 'p *' });
    expect(screen.queryByRole('button', { name: /atribui/i })).toBeNull();
  });
});
