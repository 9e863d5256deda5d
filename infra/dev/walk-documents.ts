/**
 * `npx -y pnpm@12 test:documents [--as plain|root] [--quick] [--keep]`: README, proxies.md, mail.md, operating.md, installation.md, backup.md and the runbooks as
 * their reader walks them: the start, nginx with its lines in front, the first click and conversion, each command of `ops` as it is written, a backup restored
 * into an empty folder, and the end by SIGTERM. `--as plain` (the default) is a user without rights in a checkout that root installed. Prints a table, and fails
 * when a row does.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureWebBuild } from '@tracker/standalone/web-build';
import { eventually } from '@tracker/test/kit/eventually';
import { startMailServer } from '@tracker/test/kit/mail-server';
import { freePorts } from '@tracker/test/kit/server-processes';
import { createNewcomer, openTo, READY, type Running } from './first-minute/newcomer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const OPS = 'npx -y pnpm@12 ops ';

const { values: given } = parseArgs({
  options: {
    as: { type: 'string', default: 'plain' },
    keep: { type: 'boolean', default: false },
    /** Only the first command of each document by npx, which takes seconds; the others by what it runs. */
    quick: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'walk-'));
const reader = createNewcomer(join(folder, 'home'), given.as === 'root' ? null : undefined);
const srv = join(folder, 'srv');
mkdirSync(srv);
openTo(reader, folder);
openTo(reader, srv);

let failures = 0;
function record(document: string, what: string, problem: string | undefined): void {
  if (problem !== undefined) failures += 1;
  console.log(
    `${problem === undefined ? 'ok    ' : 'FAILED'} ${document.padEnd(34)} ${what}${problem === undefined ? '' : `\n       ${problem}`}`,
  );
}

interface Ended {
  readonly code: number | null;
  readonly text: string;
}
async function run(settings: Record<string, string>, ...command: string[]): Promise<Ended> {
  const started = reader.run(command, { cwd: root, settings });
  const code = await started.exit;
  return { code, text: `${started.output()}\n${started.errors()}` };
}

const byNpx = new Set<string>();

/** As written, or by the line of package.json that this runs. */
function ops(document: string, settings: Record<string, string>, line: string): Promise<Ended> {
  const isWritten = !given.quick || !byNpx.has(document);
  byNpx.add(document);
  const command = isWritten ? OPS : 'UV_THREADPOOL_SIZE=16 node_modules/.bin/node infra/cli/main.ts ';
  return run(settings, 'sh', '-c', `${command}${line} < /dev/null`);
}

/** A command that is in a document: `ops NOUN VERB`, and the other verbs that stand next to it. */
interface Written {
  readonly document: string;
  readonly command: string;
}

function commandsOf(document: string): Written[] {
  const text = read(document);
  return text.split('\n').flatMap((line) => {
    const found: string[] = [];
    for (const [, command = ''] of line.matchAll(/`([^`]+)`/g)) {
      if (command.startsWith(OPS)) found.push(...command.split(' && ').map((one) => one.replace(OPS, '')));
      // "`… replay run`, `verify`, `swap`": verbs of the noun before.
      else if (
        document.endsWith('operating.md') &&
        /^[a-z-]+( [A-Z]+| --[a-z]+( [A-Z]+)?)?$/.test(command) &&
        found[0]?.includes(' ')
      )
        found.push(`${found[0].split(' ')[0]} ${command}`);
    }
    return found.map((command) => ({ document, command }));
  });
}

/** Not run, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'log seek': 'named because it must not be run',
  backup: 'a noun',
  archive: 'a noun',
  'installation accept analytics --yes': 'a store that was lost',
  'installation accept log --yes': 'a store that was lost',
  'installation accept data-dir --yes': 'a store that was lost',
};

/** What a command answers here that is not 0: this installation has no Kafka, and keeps its log. */
const OTHER_ANSWERS: readonly (readonly [command: RegExp, code: number, words: RegExp])[] = [
  [/^topics /, 2, /KAFKA_BROKERS/],
  [/^replay (status|pause|resume|verify|swap|rollback|snapshot)/, 2, /replay|snapshot/i],
  [/^backup restore/, 2, /stop it first/],
  [/^backup end/, 2, /BACKUP_URL is set/],
  [/^retention run/, 4, /replay is ready/],
  [/^dead-letters (show|retry|purge)/, 2, /./],
  [/^doctor/, 1, /./],
];

interface Place {
  readonly email: string;
  readonly other: string;
  readonly tenant: string;
  readonly backup: string;
  readonly today: string;
}

const filled = (command: string, { email, other, tenant, backup, today }: Place): string =>
  command
    .replace(/^erase EMAIL$/, `erase ${other}`)
    .replace('COMPANY', tenant)
    .replace('EMAIL', email)
    .replace('STORE', 'data-dir')
    .replace('--to WHERE', '--to start')
    .replace('ana@example.com', email)
    .replace('[ID]', backup)
    .replace('2026-11-20', today);

/** nginx with the lines of proxies.md. */
async function nginxBefore(port: number, ownPort: number): Promise<() => Promise<void>> {
  const [lines = ''] = [...read('infra/docs/proxies.md').matchAll(/```nginx\n(.*?)```/gs)].map(([, one]) => one);
  const dir = join(folder, 'nginx');
  mkdirSync(dir);
  openTo(reader, dir);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  writeFileSync(
    join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}
     http { access_log off; ${temp.join(' ')} server { listen 127.0.0.1:${port};
       ${lines?.replaceAll('127.0.0.1:3000', `127.0.0.1:${ownPort}`)} } }`,
  );
  const nginx = reader.run(['nginx', '-p', dir, '-c', join(dir, 'nginx.conf')], { cwd: dir });
  return async () => {
    nginx.child.kill('SIGTERM');
    await nginx.exit;
  };
}

/** The address and the demo login of `npx -y pnpm@12 start`. */
async function start(settings: Record<string, string>): Promise<{ run: Running; email: string; password: string }> {
  const started = reader.run(['npx', '-y', 'pnpm@12', 'start'], { cwd: root, settings });
  const ready = await started.until(READY);
  const [, , email = '', password = ''] = READY.exec(started.output()) ?? [];
  record('README.md', 'npx -y pnpm@12 start', ready === undefined ? started.errors().slice(-600) : undefined);
  if (ready === undefined) throw new Error(`${started.output()}\n${started.errors()}`);
  return { run: started, email, password };
}

async function walk(): Promise<void> {
  const [port = 0, front = 0] = await freePorts(2);
  const mail = await startMailServer();
  const dataDir = join(srv, 'data');
  const settings = {
    ...{ PORT: String(port), DATA_DIR: dataDir, BACKUP_URL: `file://${join(srv, 'backups')}`, PTAX_URL: 'off' },
    ...{ TRUST_PROXY: '1', PUBLIC_URL: `http://127.0.0.1:${front}`, SMTP_URL: mail.url, npm_config_yes: 'false' },
  };
  const product = await start(settings);
  const stopNginx = await nginxBefore(front, port);
  const url = `http://127.0.0.1:${front}`;
  try {
    await eventually(async () => void (await fetch(`${url}/readyz`)));
    const { cookie, place } = await signInAndSell(url, product);
    const warnings = ((await (await fetch(`${url}/readyz`)).json()) as { warnings?: string[] }).warnings ?? [];
    record(
      'infra/docs/proxies.md',
      'nginx',
      warnings.find((one) => /proxy|header|host/.test(one)),
    );
    const left = await fetch(`${url}/api/campaigns`, { headers: { cookie } });
    record('infra/docs/proxies.md', 'a signed-in person', left.ok ? undefined : `answer ${left.status}`);
    await walkCommands(settings, place, join(srv, 'backups'));
    const mails = mail.mails.some(({ to }) => to.includes(place.email));
    record('infra/docs/mail.md', 'a mail has come', mails ? undefined : 'no mail');
  } finally {
    await stopNginx();
    await mail.close();
    product.run.child.kill('SIGTERM');
    await product.run.exit;
  }
  const isFree = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => false,
    () => true,
  );
  record('README.md', 'SIGTERM to its pid ends all', isFree ? undefined : 'it still answers');
  await restore(settings);
}

async function signInAndSell(url: string, { email, password }: { email: string; password: string }) {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  record('README.md', 'the demo login, through nginx', signedIn.ok ? undefined : await signedIn.text());
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const ask = async (path: string) => (await fetch(url + path, { headers: { cookie } })).json();
  const [campaign] = (await ask('/api/campaigns')) as { campaignId: string }[];
  const keys = (await ask('/api/webhook-keys')) as { provider: string; key: string }[];
  const { tenant } = (await ask('/api/auth/user')) as { tenant: { slug: string } };
  const key = keys.find(({ provider }) => provider === 'generic')?.key ?? '';
  const campaignId = campaign?.campaignId ?? '';
  let clickId = '';
  for (const [, curl = ''] of read('README.md').matchAll(/```sh\n(curl .*?)```/gs)) {
    const command = curl
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll('mc_CAMPAIGN_…', clickId)
      .replaceAll('CAMPAIGN', campaignId)
      .replaceAll('KEY', key);
    const { code, text } = await run(
      {},
      'sh',
      '-c',
      `curl -sS --fail-with-body ${command.trim().slice('curl '.length)}`,
    );
    clickId = /"clickid":"([^"]+)"/.exec(text)?.[1] ?? clickId;
    record(
      'README.md',
      curl.trim().split('\n')[0] ?? '',
      code === 0 && /clickid|"success":true/i.test(text) ? undefined : text,
    );
  }
  const lead = { name: 'Ana', email: 'ana.lead@example.com', campaign_id: campaignId };
  await fetch(`${url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
  return { cookie, place: { email, other: lead.email, tenant: tenant.slug, backup: '', today } };
}

async function walkCommands(settings: Record<string, string>, place: Place, backups: string): Promise<void> {
  const pages = ['operating', 'mail', 'installation', 'backup'].map((name) => `infra/docs/${name}.md`);
  const runbooks = readdirSync(join(root, 'infra/docs/runbooks')).map((name) => `infra/docs/runbooks/${name}`);
  const seen = new Set<string>();
  for (const { document, command } of [...pages, ...runbooks].flatMap(commandsOf)) {
    if (seen.has(command) || command in LEFT_OUT) continue;
    seen.add(command);
    const [backup = ''] = await folderNames(backups);
    const line = filled(command, { ...place, backup });
    const { code, text } = await ops(document, settings, line);
    const other = OTHER_ANSWERS.find(([pattern, exitCode]) => pattern.test(line) && exitCode === code);
    const isRight = code === 0 || other?.[2].test(text);
    const isTrace = /^\s+at .*\(?(file|node):/m.test(text);
    const problem = isRight && !isTrace ? undefined : `exit code ${code}: ${text.trim().slice(-500)}`;
    record(document, `${OPS}${line}${code === 0 ? '' : ` (exit code ${code})`}`, problem);
  }
}

const folderNames = async (backups: string): Promise<string[]> => {
  try {
    return readdirSync(join(backups, 'backups')).sort().reverse();
  } catch {
    return [];
  }
};

/** backup.md, "Restore". */
async function restore(before: Record<string, string>): Promise<void> {
  const dataDir = join(srv, 'restored');
  mkdirSync(dataDir, { mode: 0o700 });
  openTo(reader, dataDir);
  await run({}, 'chmod', '700', dataDir);
  await run({}, 'cp', join(before.DATA_DIR ?? '', 'app-keys'), join(dataDir, 'app-keys'));
  const settings = { ...before, DATA_DIR: dataDir };
  const words: readonly (readonly [string, RegExp])[] = [
    ['backup list', /./],
    ['backup restore', /--yes/],
    ['backup restore --yes', /./],
    ['replay run', /./],
    ['replay verify', /the same/i],
  ];
  for (const [command, expected] of words) {
    const { code, text } = await ops('restore', settings, command);
    const isRight = code === 0 && expected.test(text);
    record('infra/docs/backup.md', `${OPS}${command}`, isRight ? undefined : `exit code ${code}: ${text.slice(-500)}`);
  }
  const { run: product } = await start(settings);
  product.child.kill('SIGTERM');
  await product.exit;
}

// By the owner of the checkout: its reader may have no right to write there.
await ensureWebBuild(() => undefined);
try {
  await walk();
} finally {
  if (!given.keep) rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? 'Every line as written.' : `${failures} lines failed.`);
process.exitCode = failures === 0 ? 0 : 1;
