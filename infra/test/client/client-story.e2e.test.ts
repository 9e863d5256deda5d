import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, inject, test } from 'vitest';
import { freshRegistration } from '../kit/registered-tenant.ts';

const folder = new URL('.', import.meta.url);
const run = promisify(execFile);
const url = inject('productUrl');

/** What a tool printed, also when it failed. */
const node = (...args: string[]) =>
  run(process.execPath, args, { cwd: fileURLToPath(folder) }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );

async function generateTypes(): Promise<void> {
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  await mkdir(new URL('generated', folder), { recursive: true });
  await writeFile(new URL('generated/openapi.ts', folder), astToString(await openapiTS(document)));
}

test('a generated client compiles against the document, and runs the whole story against the product', async () => {
  await generateTypes();
  await node('../../../node_modules/tsc7/bin/tsc', '-p', '.', '--pretty', 'false');
  const { stdout } = await node('story.ts', url, JSON.stringify(freshRegistration()));
  const result = JSON.parse(stdout);
  const { clickid } = result;
  expect(result).toEqual({
    spend: {
      ...{ stored: 2, refused: 1 },
      rows: [
        ['stored', null],
        ['stored', null],
        ['refused', 'unknown-campaign'],
      ],
    },
    conversions: {
      'P-1': ['approved', '100.00', '100.00', clickid],
      'P-2': ['refunded', '200.00', '0.00', clickid],
      'P-3': ['partially_refunded', '150.00', '100.00', clickid],
      'P-4': ['pending', '80.00', '0.00', clickid],
    },
    isListed: true,
    lead: [['Ana Lima', 'ana@example.com', 'facebook']],
    click: [[4, '200.00']],
    spendOfDay: [
      [
        ['outbrain', '19.50'],
        ['taboola', '30.50'],
      ],
    ],
    figures: { clicks: 1, conversions: 2, revenue: 200, spend: 50, roas: 4, pendingValue: 80, leads: 1 },
    clickid: expect.stringMatching(/^mc_/),
  });
});
