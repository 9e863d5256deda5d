import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTestFile } from './test-hygiene.ts';
import { writingWaits } from './waits.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Calls that stay, each with its reason. */
const ALLOWED: readonly { readonly in: RegExp; readonly code: string; readonly why: string }[] = [
  { in: /^processor\/src\/stores-away/, code: 'processor.check()', why: 'asks the stores how they are' },
  { in: /^infra\/src\/event-log\/kafka-topics/, code: 'log.topics?.check(EVENTS_TOPIC)', why: 'compares settings' },
];

test('finds no wait whose attempts write in the tests, but for the exceptions', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => isTestFile(file) && file !== 'infra/dev/checks/waits.test.ts');
  expect(files.length).toBeGreaterThan(400);
  const used = new Set<object>();
  const found = files.flatMap((file) =>
    writingWaits(file, readFileSync(`${root}/${file}`, 'utf8')).flatMap(({ line, code }) => {
      const allowed = ALLOWED.find((one) => one.code === code && one.in.test(file));
      if (allowed) used.add(allowed);
      return allowed ? [] : [`${file}:${line} ${code}`];
    }),
  );
  expect(found).toEqual([]);
  expect(ALLOWED.filter((one) => !used.has(one))).toEqual([]);
});

test.each([
  // Over HTTP.
  "await eventually(async () => expect((await post('/leads', lead)).statusCode).toBe(401))",
  "await eventually(async () => expect((await fetch(url, { method: 'PUT', body })).status).toBe(200))",
  'await expect.poll(async () => (await fetch(url, { method })).status).toBe(200)',
  "await eventually(async () => expect((await ask('PATCH', url)).status).toBe(200))",
  "await eventually(async () => (await admin.ask({ method: 'DELETE', url })).statusCode)",
  "await eventually(() => app.inject({ method: 'POST', url }))",
  'await eventually(async () => conversion(tenant, { amount }))',
  // A GET that records.
  "await eventually(async () => expect((await get('/track/c1?format=json')).statusCode).toBe(200))",
  `await eventually(async () => expect((await fetch(\`\${url}/t/\${id}\`)).status).toBe(200))`,
  `await eventually(async () => fetch(\`https://track.example/view?clickid=\${id}\`))`,
  `await eventually(() => app.inject({ url: \`/v/\${id}\`, remoteAddress }))`,
  // By hand.
  "await waitFor(async () => { await user.keyboard('k'); screen.getByRole('dialog'); })",
  'await waitFor(async () => { await user.anything(field); })',
  "await expect(async () => { await page.keyboard.press('Home'); expect(await done()).toBe(true); }).toPass()",
  "await expect.poll(async () => { await button.click(); return text(); }).toBe('Recusada')",
  "await vi.waitFor(async () => { await field.fill('1'); })",
  "await vi.waitUntil(() => fireEvent(element, new Event('focus')))",
  // In a store, a log, a queue.
  'await eventually(() => log.append(topic, records(1)))',
  'await eventually(async () => (await jobs.add(queue, 1)).id)',
  "await eventually(() => trx.updateTable('tenants').set({ name }).execute())",
  `await eventually(() => postgres.sql\`UPDATE tenants SET name = \${name}\`)`,
  `await eventually(() => sql\`SELECT pg_notify('figures_changed', \${id})\`)`,
  // Behind other functions of the file.
  "const send = () => app.inject({ method: 'POST', url }); await eventually(async () => expect((await send()).statusCode).toBe(401))",
  'const send = () => post(url); const sendTo = () => send(); await eventually(async () => expect(await sendTo()).toBe(401))',
  'async function wrong() { return (await deliver(address, body)).status; } await expect.poll(wrong).toBe(401)',
  'const open = () => { const acceptedOf = async () => post(url); return { acceptedOf }; }; await eventually(() => two.acceptedOf(2))',
  'const soon = (look) => eventually(look); await soon(() => post(url))',
  'const until = (look) => eventually(async () => { if (!(await look())) throw new Error(); }); await until(() => post(url))',
  // What is sent again is made once.
  'await sendUntil(body, async () => post(url, { transaction_id: randomText(8) }))',
  'await sendUntil(body, async (same) => post(url, { ...same, at: new Date() }))',
  'await sendUntil(body, async (same) => post(url, { ...same, click_id: await click(tenant) }))',
])('finds a wait that writes in %s', (source) => {
  expect(writingWaits('a.test.ts', source)).toHaveLength(1);
});

test.each([
  'await eventually(async () => expect(await conversions()).toHaveLength(1))',
  `await eventually(async () => expect((await fetch(\`\${url}/readyz\`)).status).toBe(200))`,
  "await eventually(async () => expect((await admin.ask('/api/webhook-deliveries')).json()).toEqual([]))",
  "const ask = (method, path) => fetch(path, { method }); await eventually(async () => ask('GET', '/api/postbacks'))",
  "await eventually(async () => trx.selectFrom('tenants').select('id').execute())",
  'await eventually(() => postgres.sql`SELECT 1`)',
  'const stored = new Map(); const get = () => post(url); await eventually(() => expect(stored.get(id)).toBeDefined())',
  "await waitFor(() => expect(api.asked(askAction)).toMatchObject([{ method: 'POST' }]))",
  "await waitFor(() => expect(address()).toBe('/track/c1'))",
  'await eventually(() => expect(clickIdOf(event)).toBe(id))',
  'const shown = (text) => eventually(() => expect(page.text()).toContain(text)); await shown(await post(url))',
  "await dialog.waitFor({ state: 'detached' })",
  'await sendUntil(record, (same) => log.append(topic, [same]))',
])('finds no fault in %s', (source) => {
  expect(writingWaits('a.test.ts', source)).toEqual([]);
});
