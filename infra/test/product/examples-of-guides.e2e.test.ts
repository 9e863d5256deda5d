import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { cookieOf, registerTenant } from '../kit/registered-tenant.ts';

const url = inject('productUrl');
const root = new URL('../../..', import.meta.url);
const run = promisify(execFile);

/** The commands of a page that call the product, in its order. */
async function curlsOf(page: string): Promise<string[]> {
  const text = await readFile(new URL(page, root), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, command = '']) =>
    /^curl /.test(command) ? [command] : [],
  );
}

test('each curl of the README and the guide runs as it is written, and is stored as the text says', async () => {
  const tenant = await registerTenant(url);
  const headers = { cookie: await cookieOf(tenant), 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { headers, ...init })).json() as Promise<never>;
  const scopes = ['read', 'capture', 'spend'];
  const { key } = await ask('/api/api-keys', { method: 'POST', body: JSON.stringify({ name: 'n8n', scopes }) });
  let clickId = '';
  const answers: { [name: string]: unknown }[] = [];
  for (const command of [...(await curlsOf('README.md')), ...(await curlsOf('infra/docs/tracking.md'))]) {
    const own = command
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll('mc_CAMPAIGN_…', clickId)
      .replaceAll('CAMPAIGN', tenant.campaignId)
      .replaceAll('API_KEY', key)
      .replaceAll('key=KEY', `key=${tenant.trackingKey}`);
    const answer = async () => JSON.parse((await run('sh', ['-c', `${own.trim()} -sS --fail-with-body`])).stdout);
    // Figures have what was sent a moment later.
    if (own.includes('/api/figures')) await eventually(async () => expect((await answer()).rows).toHaveLength(1));
    answers.push(await answer());
    clickId ||= String(answers[0]?.clickid);
  }
  const stored = { success: true, clickId, campaignId: tenant.campaignId, conversionId: expect.stringMatching(/^cv_/) };
  expect(answers).toEqual([
    { clickid: expect.stringMatching(/^mc_/) },
    stored,
    // It names its transaction alone.
    { ...stored, clickId: null, campaignId: null },
    { success: true, message: expect.any(String), lead: expect.objectContaining({ name: 'Ana Lima', clickId }) },
    { stored: 2, refused: 0, rows: [expect.anything(), expect.anything()] },
    expect.objectContaining({ isCut: false, rows: [expect.objectContaining({ keys: [tenant.campaignId] })] }),
    expect.objectContaining({ changes: expect.any(Array), cursor: expect.any(String), hasMore: false }),
  ]);
  await eventually(async () => {
    const listed = await ask('/api/conversions');
    expect(listed).toEqual([
      expect.objectContaining({
        ...{ transactionId: 'TESTE-1', status: 'partially_refunded', value: '197.00', netValue: '100.00', clickId },
      }),
    ]);
  });
});
