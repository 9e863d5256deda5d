// The lines of infra/docs/proxies.md for nginx, Caddy and HAProxy, as written, in front of a server with the settings that stand next to them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from '@tracker/test/kit/eventually';
import { gatewayIsAvailable } from '@tracker/test/kit/gateway';
import { programsAreHere } from '@tracker/test/kit/needed-programs';
import { freePorts } from '@tracker/test/kit/server-processes';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environment, loadConfig } from '../config/config.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createServer } from './server.ts';
import { createConnectionWarnings } from './warnings.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/proxies.md', import.meta.url)), 'utf8');
const [LOCATION = '', CLOUDFLARE = ''] = [...page.matchAll(/```nginx\n(.*?)```/gs)].map(([, lines]) => lines);
const VISITOR = '127.0.0.9';
const FORGED = {
  'x-forwarded-for': '198.51.100.66',
  'cf-connecting-ip': '198.51.100.66',
  'x-forwarded-proto': 'https',
};

interface Proxy {
  readonly program: string;
  /** With its file in `dir`. */
  readonly args: (dir: string) => readonly string[];
  /** The file, with the lines of the page. */
  readonly fileOf: (dir: string, port: number, lines: string) => string;
}

const NGINX: Proxy = {
  program: 'nginx',
  args: (dir) => ['-p', dir, '-c', join(dir, 'proxy.conf')],
  fileOf(dir, port, lines) {
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    );
    return `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}
     http { access_log off; ${temp.join(' ')} server { listen 127.0.0.1:${port};
       ${lines} } }`;
  },
};
const CADDY: Proxy = {
  program: 'caddy',
  args: (dir) => ['run', '--config', join(dir, 'proxy.conf'), '--adapter', 'caddyfile'],
  fileOf: (_, port, lines) =>
    `{\n  admin off\n}\n${lines.replace('rastreio.example.com {', `http://127.0.0.1:${port} {`)}`,
};
const HAPROXY: Proxy = {
  program: 'haproxy',
  args: (dir) => ['-db', '-f', join(dir, 'proxy.conf')],
  // Without a certificate; the rest as written.
  fileOf: (_, port, lines) => lines.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
};

/** A proxy with these lines before a program with this TRUST_PROXY. */
async function behind(proxy: Proxy, lines: string, trust: string) {
  const [port = 0, ownPort = 0] = await freePorts(2);
  const { trustProxy, visitorHeader } = loadConfig({ TRUST_PROXY: trust });
  const logger = createLogger({ level: 'silent', name: 'test' });
  const warnings = createConnectionWarnings({ trustProxy, visitorHeader, https: false, logger });
  const app = createServer({ logger, trustProxy, visitorHeader, warnings });
  app.get('/*', ({ ip, host, protocol }) => ({ ip, host, protocol }));
  await app.listen({ host: '127.0.0.1', port: ownPort });
  onTestFinished(() => app.close());
  const dir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-${proxy.program}-`));
  const file = proxy.fileOf(dir, port, lines.replaceAll('127.0.0.1:3000', `127.0.0.1:${ownPort}`));
  writeFileSync(join(dir, 'proxy.conf'), file);
  const env = { PATH: environment().PATH, HOME: dir };
  const running = spawn(proxy.program, proxy.args(dir), { stdio: 'ignore', env });
  const ended = once(running, 'exit');
  onTestFinished(async () => {
    running.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = async (headers: Record<string, string> = {}) => {
    const asked = request({ host: '127.0.0.1', port, path: '/track/x', headers, localAddress: VISITOR }).end();
    const [answer] = await once(asked, 'response');
    return json(answer);
  };
  await eventually(() => ask());
  return { ask, host: `127.0.0.1:${port}`, warnings: () => warnings.list() };
}
const behindNginx = (lines: string, trust: string) => behind(NGINX, lines, trust);

describe.skipIf(!programsAreHere('proxies'))('Caddy and HAProxy with the lines of the page', () => {
  const linesOf = (name: string) => new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

  test.each([
    ['caddy', CADDY, 'http'],
    // Its lines say that all came over https.
    ['haproxy', HAPROXY, 'https'],
  ] as const)('%s says who the visitor is, by which host and protocol', async (name, proxy, protocol) => {
    const { ask, host, warnings } = await behind(proxy, linesOf(name), '1');
    expect(await ask({ ...FORGED, 'x-forwarded-proto': 'http' })).toEqual({ ip: VISITOR, host, protocol });
    for (let time = 0; time < 30; time += 1) await ask();
    expect(warnings().filter((warning) => warning !== 'https-not-public')).toEqual([]);
  });
});

describe.skipIf(!gatewayIsAvailable())('nginx with the lines of the page', () => {
  test.each(['1', '127.0.0.1'])(
    'says who the visitor is, by which host and protocol, with TRUST_PROXY=%s',
    async (trust) => {
      const { ask, host, warnings } = await behindNginx(LOCATION, trust);
      expect(await ask(FORGED)).toEqual({ ip: VISITOR, host, protocol: 'http' });
      for (let time = 0; time < 30; time += 1) await ask();
      expect(warnings()).toEqual([]);
    },
  );

  test('takes the visitor from Cloudflare, and from no one else', async () => {
    expect(CLOUDFLARE).toContain('set_real_ip_from 173.245.48.0/20;');
    const stranger = await behindNginx(`${CLOUDFLARE}${LOCATION}`, '1');
    expect(await stranger.ask(FORGED)).toMatchObject({ ip: VISITOR });
    const cloudflare = await behindNginx(`${CLOUDFLARE.replace('173.245.48.0/20', `${VISITOR}/32`)}${LOCATION}`, '1');
    expect(await cloudflare.ask({ 'cf-connecting-ip': '203.0.113.7' })).toMatchObject({ ip: '203.0.113.7' });
  });

  test('is found to leave the header out where only proxy_pass is written', async () => {
    const { ask, warnings } = await behindNginx('location / { proxy_pass http://127.0.0.1:3000; }', '1');
    for (let time = 0; time < 30; time += 1) await ask();
    expect(warnings()).toEqual(['visitor-header-missing']);
  });
});
