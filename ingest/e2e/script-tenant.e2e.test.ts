import type { PageView } from '@tracker/schemas/contracts/click-logs.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { click, cookieOf, type RegisteredTenant, registerTenant } from '@tracker/test/kit/registered-tenant';
import { beforeAll, describe, expect, test } from 'vitest';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url, tagged, visit, getClickId, attribute, listed } = kit;

let stranger: RegisteredTenant;
beforeAll(async () => {
  stranger = await registerTenant(url);
});

/** What the stranger's company sees. */
async function theirs(path: string): Promise<unknown[]> {
  const answer = await fetch(`${url}${path}`, { headers: { cookie: await cookieOf(stranger) } });
  return (await answer.json()) as unknown[];
}

describe('a link of another company to a tagged page', () => {
  test.each(['mcid', 'clickid', 'cmpid'])('with %s gives it neither the visitor nor the sale', async (parameter) => {
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>');
    const given = parameter === 'cmpid' ? stranger.campaignId : await click(stranger);
    const clickId = await visit(`/oferta?${parameter}=${given}`);
    expect(clickId).toContain(`mc_${kit.tenant.campaignId}_`);
    expect(await getClickId()).toBe(clickId);
    expect(await attribute('#buy')).toBe(`https://pay.hotmart.com/A1?sck=${clickId}`);

    expect(await visit('/obrigado?pedido=4711')).toBe(clickId);
    const transactionId = `FORA-${parameter}`;
    await kit.visitor.page.evaluate((sold) => window.TrafficTracker?.trackConversion(sold), {
      transaction_id: transactionId,
      event_type: 'purchase',
      amount: '497.00',
      currency: 'BRL',
    });
    const ours = async () => (await listed<Conversion>('/api/conversions')).map((one) => one.transactionId);
    await expect.poll(ours).toContain(transactionId);
    await expect
      .poll(async () => (await listed<PageView>('/api/page-views')).filter((one) => one.clickId === clickId))
      .toHaveLength(2);
    expect(await theirs('/api/page-views')).toEqual([]);
    expect(await theirs('/api/conversions')).toEqual([]);
    expect(new Set(kit.visitor.sent.map(({ query }) => query.defaultcampaignid))).toEqual(
      new Set([kit.tenant.campaignId]),
    );
  });
});
