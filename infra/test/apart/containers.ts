// An installation by docker-compose.yml, in containers and images of its own name, built from a copy of this checkout. It proves what only images
// can: which files they have, that `up --wait` succeeds with each profile that is built here, that the operator's commands see the volumes, and that `down` leaves nothing.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from '@tracker/infra/config/config';
import { NotSettledError } from '../crash/figures.ts';
import { WORK } from '../crash/idle.ts';
import { eventually } from '../kit/eventually.ts';
import { SLOWNESS } from '../kit/machine.ts';
import { freePorts } from '../kit/server-processes.ts';
import { HERE, type Installation } from './fleet.ts';
import { makeServerDir } from './server.ts';

const run = promisify(execFile);
const OUTPUT_MAX = 256 * 1024 * 1024;
/** Of an idle machine; as in the Dockerfile. All programs start at once. */
const START_SECONDS = 60;
const READY = { timeoutMs: 120_000, everyMs: 200 };
const PROGRAMS = ['processor', 'worker', 'api', 'ingest'];
/** In a file .env of the copy, which no image may have. */
const PLANTED = 'PLANTED_SECRET=never-in-an-image';
/** Below /app, next to the packages. */
const EXPECTED =
  /^\/app\/(package\.json|sbom\.cdx\.json|infra\/cli\/.+|(api(\/figures)?|infra|ingest|processor(\/worker)?|schemas)\/(package\.json|src\/.+))$/;
const UNEXPECTED = /\.(test|suite)\.tsx?$|\.md$|\/\.[^/]+$/;

export interface Containers extends Installation {
  /** Ids of the containers of all programs. */
  programs(): Promise<readonly string[]>;
  /** `docker compose …`; gives what it printed. */
  compose(...args: readonly string[]): Promise<string>;
  /** A command of the operator; gives its answer. */
  ops<Answer>(...args: readonly string[]): Promise<Answer>;
  /** With -9, at once again; resolves when it is healthy. */
  killAndStart(id: string): Promise<void>;
  /** `upgrade.sh` of another copy of this checkout, which `change` makes another version. */
  upgrade(change: (dir: string) => void): Promise<void>;
}

export const dockerIsAvailable = (): Promise<boolean> =>
  run('docker', ['compose', 'version']).then(
    () =>
      run('docker', ['info']).then(
        () => true,
        () => false,
      ),
    () => false,
  );

/** The images of the stores must be here, or be had. CA_FILE as in docker-compose.yml. */
export async function startContainers(say: (line: string) => void): Promise<Containers> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const project = `tracker-apart-${process.pid}`;
  const env = {
    ...environment(),
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: 'docker-compose.yml:infra/test/apart/docker-compose.apart.yml',
    DOCKER_BUILDKIT: '1',
    TRACKER_TAG: project,
    APART_PORT: String(port),
    APART_START_PERIOD: `${Math.round(START_SECONDS * SLOWNESS)}s`,
    PUBLIC_URL: url,
    // The gateway, and before it a CDN, which the load plays.
    TRUST_PROXY: '2',
    GATEWAY_TRUST_PROXY: '1',
  };
  const folder = makeServerDir('containers');
  const images = [`traffic-tracker:${project}`, `traffic-tracker-gateway:${project}`] as const;
  const built = new Set<string>();
  let dir = copyCheckout(join(folder, 'first'));
  writeFileSync(join(dir, '.env'), `${PLANTED}\n`);

  const output = (file: string, args: readonly string[]) =>
    run(file, args, { cwd: dir, env, maxBuffer: OUTPUT_MAX }).then(({ stdout }) => stdout);
  const docker = (...args: readonly string[]) => output('docker', args);
  const compose = (...args: readonly string[]) => docker('compose', ...args);
  const linesOf = async (text: Promise<string>) => (await text).split('\n').filter((line) => line !== '');
  const programs = () => linesOf(compose('ps', '--quiet', ...PROGRAMS));
  const noteImages = async () => {
    for (const image of images) built.add((await docker('image', 'inspect', '--format', '{{.Id}}', image)).trim());
  };
  const down = ['compose', '--profile', '*', 'down', '--volumes', '--timeout', '20'];
  const endAtExit = () => void spawnSync('docker', down, { cwd: dir, env });

  const expectHealthy = (id: string) =>
    eventually(async () => {
      const state = (await docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim();
      if (state !== 'healthy') throw new Error(`${id} is ${state}`);
    }, READY);

  /** The registry of a program, read in its container: no port of it is open outside. */
  async function expectIdleContainer(id: string, metric: string) {
    const ask = 'exec 3<> /dev/tcp/127.0.0.1/9100; printf "GET /metrics HTTP/1.0\\r\\n\\r\\n" >&3; cat <&3';
    const text = await docker('exec', id, 'bash', '-c', ask);
    const value = new RegExp(`^${metric} (.+)$`, 'm').exec(text)?.[1];
    if (value !== '0') throw new NotSettledError(`${metric} of ${id} is ${value}`);
  }

  async function stop() {
    process.off('exit', endAtExit);
    await docker(...down);
    const mine = ['--filter', `label=com.docker.compose.project=${project}`, '--quiet'];
    const left = [
      ...(await linesOf(docker('ps', '--all', ...mine))),
      ...(await linesOf(docker('volume', 'ls', ...mine))),
      ...(await linesOf(docker('network', 'ls', ...mine))),
    ];
    await docker('image', 'rm', '--force', ...built);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`docker compose down left ${left.join(', ')}`);
  }

  process.once('exit', endAtExit);
  try {
    await compose('build', 'keys', 'release');
    await noteImages();
    for (const image of images) await expectOwnFiles(image, docker);
    say('both images have only files of their own');
    // Ends with 1 unless everything is healthy.
    await compose('--profile', 'backup', 'up', '--wait');
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  return {
    url,
    programs,
    compose,
    stop,
    async ops<Answer>(...args: readonly string[]) {
      return JSON.parse(await compose('run', '--rm', '--no-deps', 'ops', ...args, '--json')) as Answer;
    },
    async killAndStart(id) {
      await docker('kill', id);
      await docker('start', id);
      await expectHealthy(id);
    },
    async upgrade(change) {
      dir = copyCheckout(join(folder, 'next'));
      change(dir);
      await output(join(dir, 'infra/deploy/upgrade.sh'), []);
      await noteImages();
    },
    async expectIdle() {
      for (const program of ['ingest', 'processor'] as const)
        for (const id of await linesOf(compose('ps', '--quiet', program))) await expectIdleContainer(id, WORK[program]);
    },
    async logs() {
      const names = [...PROGRAMS, 'gateway', 'migrate', 'release', 'keys', 'backup'];
      const texts = names.map(async (name) => ({
        name,
        text: await compose('logs', '--no-color', '--no-log-prefix', name),
      }));
      return Promise.all(texts);
    },
  };
}

/** What git knows of this checkout, as it is now. */
function copyCheckout(dir: string): string {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: HERE, encoding: 'utf8', maxBuffer: OUTPUT_MAX });
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(HERE, name)))) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    copyFileSync(join(HERE, file), join(dir, file));
  }
  return dir;
}

async function expectOwnFiles(image: string, docker: (...args: readonly string[]) => Promise<string>) {
  const inImage = (...command: readonly string[]) =>
    docker(
      'run',
      '--rm',
      '--network',
      'none',
      '--user',
      'root',
      '--entrypoint',
      command[0] ?? '',
      image,
      ...command.slice(1),
    );
  const files = await inImage(
    'find',
    '/app',
    '/srv',
    '/gateway',
    '/release',
    '-type',
    'f',
    '-not',
    '-path',
    '*/node_modules/*',
  ).catch(
    // Not every image has every folder.
    (error: { stdout: string }) => error.stdout,
  );
  const wrong = files
    .split('\n')
    .filter(
      (file) =>
        (file.startsWith('/app/') && !EXPECTED.test(file)) || (UNEXPECTED.test(file) && !file.startsWith('/srv/web/.')),
    );
  const planted = await inImage('grep', '-rl', PLANTED, '/', '--exclude-dir=proc', '--exclude-dir=sys').catch(
    (error: { stdout: string }) => error.stdout,
  );
  const found = [...wrong, ...planted.split('\n').filter((line) => line !== '')];
  if (found.length > 0) throw new Error(`${image} has files that are not its own: ${found.slice(0, 20).join(', ')}`);
}
