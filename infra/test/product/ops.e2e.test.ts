import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Product, startProduct } from '../kit/product.ts';
import { type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { askOps, askSocket, caughtUp } from './run-ops.ts';

/** Runs `npx -y pnpm@12 ops` like an operator, against an embedded product of its own, once for each way in which it ends; the rest is asked at its socket. */

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-ops-e2e-'));
const socket = join(dataDir, 'ops.sock');
let product: Product;
let tenant: RegisteredTenant;

beforeAll(async () => {
  product = await startProduct({ demoData: false, dataDir, migratedDir: inject('migratedDir') });
  tenant = await registerTenant(product.url);
});

afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ops = (...args: string[]) => askOps(dataDir, ...args);
const ask = (command: string, options = {}) => askSocket(dataDir, command, options);

async function sendClicks(clicks: number): Promise<string> {
  let clickId = '';
  for (let index = 0; index < clicks; index += 1) {
    const answer = await fetch(`${tenant.url}/track/${tenant.campaignId}?format=json&tsource=facebook`);
    clickId = ((await answer.json()) as { clickid: string }).clickid;
  }
  return clickId;
}

async function sell(clickId: string, amount: string): Promise<void> {
  await fetch(`${tenant.url}/conversion?key=${tenant.trackingKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transaction_id: `T-${amount}`, amount, status: 'approved', click_id: clickId }),
  });
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now());

it('replays, verifies, swaps and rolls back through the running product without losing an event', async () => {
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  await sell(await sendClicks(20), '97.90');
  await caughtUp(dataDir);
  expect(await ask('lag')).toMatchObject({ topics: [{ lag: 0 }, { lag: 0 }] });

  expect(await ops('replay', 'run', '--json')).toMatchObject({ code: 0, data: { status: 'ready', left: 0 } });
  await sell(await sendClicks(5), '12.10');
  expect(await ask('replay verify')).toMatchObject({ same: true });
  const dry = await ops('replay', 'swap');
  expect(dry).toMatchObject({ code: 0, printed: expect.stringContaining('Do it with --yes.') });
  expect(await ask('replay swap', { yes: true })).toMatchObject({ swapped: true });
  await sell(await sendClicks(5), '40.00');
  await caughtUp(dataDir);

  const expected = { clicks: 30, views: 0, conversions: 3, revenue: { BRL: '150.0000' } };
  const reconciled = { same: true, companies: [{ log: expected, tables: expected }] };
  expect(await ask('reconcile', { day: today() })).toMatchObject(reconciled);
  expect(await ask('replay rollback', { yes: true })).toMatchObject({ rolledBack: true });
  expect(await ask('reconcile', { day: today() })).toMatchObject(reconciled);
});

it('seeks the running processor to the start of the log and counts nothing twice', async () => {
  expect(await ask('log seek', { to: 'start', yes: true })).toMatchObject({ moved: true });
  await caughtUp(dataDir);
  expect(await ask('reconcile', { day: today() })).toMatchObject({ same: true });
});

it('exports and erases a person', async () => {
  const email = `ana.${Date.now()}@loja.example`;
  await fetch(`${tenant.url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Sá', email, campaign_id: tenant.campaignId }),
  });
  await caughtUp(dataDir);
  const known = await ops('export', email);
  expect(known.code).toBe(0);
  expect(JSON.parse(known.printed)).toMatchObject({ email, companies: [{ leads: [{ name: 'Ana Sá' }] }] });
  await ask('erase', { email });
  expect(await ask('export', { email })).toMatchObject({ companies: [{ leads: [{ name: 'Ana Sá' }] }] });
  expect(await ops('erase', email, '--yes', '--json')).toMatchObject({ code: 0, data: { companies: [{ leads: 1 }] } });
  expect(await ask('export', { email })).toMatchObject({
    companies: [{ leads: [], erasedAt: expect.any(String) }],
  });
  await expect(ask('erase', { email: 'nobody' })).rejects.toThrow('erase failed');
});

it('explains a wrong command line with exit code 2 and prints help for each command', async () => {
  expect(await ops('replay', 'run', '--rate', 'fast')).toMatchObject({
    code: 2,
    errors: '--rate: must be a whole number\n',
  });
  const help = await ops('replay', 'swap', '--help');
  expect(help.code).toBe(0);
  expect(help.printed).toContain('--force');
  expect(help.printed).toContain('Exit codes:');
});

it('opens the stores itself while the product is stopped, despite the socket of a dead process, and re-encrypts everything after a start with a new key', async () => {
  expect(await ask('keys rotate')).toMatchObject({ dryRun: true, addressKeys: { rotated: 0 } });
  const { added } = await ask('keys add', { yes: true });
  await product.kill();
  expect(existsSync(socket)).toBe(true);
  const stopped = await ops('reconcile', '--day', today(), '--json');
  expect(stopped).toMatchObject({ code: 0, data: { companies: [{ tables: { clicks: 30 } }] } });
  product = await startProduct({ demoData: false, dataDir });
  expect(await ask('spool status')).toMatchObject({ spools: [{ spooledEvents: 0, logAvailable: true }] });
  const rotated = await ask('keys rotate', { yes: true });
  expect(rotated).toMatchObject({ keyId: added, addressKeys: { unreadable: 0 } });
  expect((rotated.addressKeys as { rotated: number }).rotated).toBeGreaterThan(0);
  expect(await ask('keys rotate')).toMatchObject({ addressKeys: { rotated: 0 } });
  expect(await product.stop()).toBe(0);
  expect(existsSync(socket)).toBe(false);
});

it('exits with code 3 when there is no product in the data directory', async () => {
  const nowhere = join(dataDir, 'nowhere');
  expect(await askOps(nowhere, 'lag')).toMatchObject({
    code: 3,
    errors: expect.stringMatching(/^There is no product: .+\.\n$/),
  });
  expect(existsSync(nowhere)).toBe(false);
});
