// What happens to an installation while it is under load. Each scenario gets a tenant of its own. Those of processes share one fleet (but
// `brokers`), and those of containers one set of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAttackers, withStrangersAddress } from '../kit/attackers.ts';
import { residentMiB } from '../kit/memory.ts';
import { addExpansions, type Checkout, checkOut, editedMigrations } from './checkout.ts';
import type { Containers } from './containers.ts';
import { type Fleet, HERE, type Program } from './fleet.ts';
import type { Act } from './run-scenario.ts';

export interface ScenarioOptions {
  /** The commit from which `upgrade` comes. */
  readonly from: string;
  /** How long a store stays away. */
  readonly awayMs: number;
  readonly say: (line: string) => void;
}

interface Named extends Omit<Act, 'run'> {
  readonly name: string;
}

export type Scenario =
  | (Named & { readonly brokers: 1 | 3; act(fleet: Fleet, options: ScenarioOptions): Promise<void> })
  | (Named & { readonly brokers: 'containers'; act(containers: Containers, options: ScenarioOptions): Promise<void> });

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'restart',
    title: 'all eight programs restarted in turn',
    perSecond: 200,
    brokers: 1,
    answersAll: true,
    act: ({ programs }, { say }) => inTurn(programs, (program) => replace(program, 'SIGTERM', say)),
  },
  {
    name: 'kill',
    title: 'all eight programs killed -9 in turn, started again at once',
    perSecond: 150,
    brokers: 1,
    answersAll: false,
    act: ({ programs }, { say }) => inTurn(programs, (program) => replace(program, 'SIGKILL', say)),
  },
  {
    name: 'kafka',
    title: 'the only Kafka broker killed -9, away, back',
    perSecond: 100,
    brokers: 1,
    answersAll: false,
    act: ({ brokers }, options) =>
      away('Kafka', options, { kill: () => brokers[0]!.kill(), start: () => brokers[0]!.start() }),
  },
  {
    name: 'clickhouse',
    title: 'ClickHouse killed -9, away, back',
    perSecond: 150,
    brokers: 1,
    answersAll: false,
    act: ({ clickhouse }, options) =>
      away('ClickHouse', options, { kill: () => clickhouse.end('SIGKILL'), start: () => clickhouse.start() }),
  },
  {
    name: 'postgres',
    title: 'Postgres killed (SIGQUIT), away, back',
    perSecond: 150,
    brokers: 1,
    answersAll: false,
    // SIGKILL would leave its children behind, which hold its memory.
    act: ({ postgres }, options) =>
      away('Postgres', options, { kill: () => postgres.end('SIGQUIT'), start: () => postgres.start() }),
  },
  {
    name: 'redis',
    title: 'Redis killed -9, away, back',
    perSecond: 150,
    brokers: 1,
    answersAll: true,
    act: ({ redis }, options) => away('Redis', options, redis),
  },
  {
    name: 'strangers',
    title: 'strangers hold connections to the gateway: unread, sent ahead, half-open, slow, 2,000 kept',
    perSecond: 100,
    brokers: 1,
    answersAll: true,
    act: attackGateway,
  },
  {
    name: 'upgrade',
    title: 'every program upgraded from the previous commit, and back, under a schema that grew',
    perSecond: 200,
    brokers: 1,
    answersAll: true,
    act: upgradeAndBack,
  },
  {
    name: 'brokers',
    title: 'one of three Kafka brokers killed -9, away, back',
    perSecond: 100,
    brokers: 3,
    answersAll: false,
    act: ({ brokers }, options) =>
      away('a broker', options, { kill: () => brokers[1]!.kill(), start: () => brokers[1]!.start() }),
  },
  {
    name: 'compose-kill',
    title: 'Docker Compose: all eight programs killed -9 in turn, started again at once',
    perSecond: 20,
    brokers: 'containers',
    answersAll: false,
    act: async (containers, { say }) => {
      for (const id of await containers.programs()) await containers.killAndStart(id);
      // Rejects when something is red: a trial on one machine with backups has nothing that is.
      const { warning, note } = await containers.ops<Record<'warning' | 'note', number>>('doctor');
      say(`ops doctor: nothing red, ${warning} warnings, ${note} notes`);
    },
  },
  {
    name: 'compose-kafka',
    title: 'Docker Compose: Kafka stopped, away, back',
    perSecond: 20,
    brokers: 'containers',
    answersAll: false,
    act: (containers, options) =>
      away('Kafka', options, {
        kill: () => containers.compose('stop', 'kafka'),
        async start() {
          const { logAvailable, spools } = await containers.ops<SpoolStatus>('spool', 'status');
          const bytes = spools.reduce((sum, { spooledBytes }) => sum + spooledBytes, 0);
          if (logAvailable || bytes === 0) throw new Error('ops spool status does not see what waits for Kafka');
          options.say(`ops spool status sees ${bytes} bytes that wait`);
          await containers.compose('up', '--detach', '--wait', '--no-recreate', 'kafka');
        },
      }),
  },
  {
    name: 'compose-upgrade',
    title: 'Docker Compose: all programs and the gateway upgraded by upgrade.sh, under a schema that grew',
    perSecond: 20,
    brokers: 'containers',
    answersAll: true,
    act: async (containers, { say }) => {
      const before = await containers.programs();
      await containers.upgrade((dir) => {
        addExpansions(dir);
        const page = join(dir, 'web/index.html');
        writeFileSync(page, readFileSync(page, 'utf8').replace(/<title>[^<]*/, `<title>${NEXT_TITLE}`));
      });
      const after = await containers.programs();
      if (after.length !== before.length || after.some((id) => before.includes(id)))
        throw new Error(`not every program was replaced: ${before.join(' ')}, then ${after.join(' ')}`);
      const page = await fetch(containers.url).then((answer) => answer.text());
      if (!page.includes(NEXT_TITLE)) throw new Error('the gateway serves the screens of before');
      say('all programs and the screens are the new ones');
    },
  },
];

const NEXT_TITLE = 'Traffic Tracker, the next version';

interface SpoolStatus {
  readonly logAvailable: boolean;
  readonly spools: readonly { readonly spooledBytes: number }[];
}

async function inTurn(programs: readonly Program[], work: (program: Program) => Promise<void>) {
  for (const program of programs) await work(program);
}

/** Resolves when the new process is ready. */
async function replace(program: Program, signal: NodeJS.Signals, say: (line: string) => void) {
  const began = performance.now();
  await program.end(signal);
  const ended = performance.now();
  await program.start();
  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
  say(`${program.name}: gone after ${ms(began, ended)}, ready after another ${ms(ended, performance.now())}`);
}

/** The largest growth of a program's memory: what its bounds of waiting answers allow. */
const GROWTH_MIB_MAX = 300;

/** Nothing is read of the public document, of pages and of assets; many more connections come; no program is ended, and none grows. */
async function attackGateway({ url, programs }: Fleet, { awayMs, say }: ScenarioOptions) {
  const before = programs.map(({ pid }) => ({ pid: pid(), resident: residentMiB(pid()) }));
  const opened = await withStrangersAddress(say, async (localAddress) => {
    const attackers = startAttackers({ url, localAddress });
    await delay(2 * awayMs);
    await attackers.stop();
    return attackers.opened();
  });
  const growth = programs.map((program, index) => {
    const { pid, resident } = before[index]!;
    if (program.pid() !== pid) throw new Error(`${program.name} was started again`);
    return { name: program.name, mebibytes: residentMiB(pid) - resident };
  });
  const most = growth.reduce((one, other) => (other.mebibytes > one.mebibytes ? other : one));
  say(`strangers opened ${opened} connections; ${most.name} grew most, by ${most.mebibytes} MiB`);
  if (most.mebibytes > GROWTH_MIB_MAX) throw new Error(`${most.name} grew by ${most.mebibytes} MiB`);
}

async function away(
  what: string,
  { awayMs, say }: ScenarioOptions,
  store: { kill(): Promise<unknown>; start(): Promise<unknown> },
) {
  await store.kill();
  say(`${what} is away`);
  await delay(awayMs);
  await store.start();
  say(`${what} is back`);
}

/** From `--from` to HEAD with one migration more in each store, and back under that schema. */
async function upgradeAndBack(fleet: Fleet, { from, say }: ScenarioOptions) {
  const checkouts: Checkout[] = [];
  try {
    const [older, newer] = [await checkOut(from), await checkOut('HEAD')];
    checkouts.push(older, newer);
    const [edited] = editedMigrations(older.dir, newer.dir);
    if (edited !== undefined) {
      throw new Error(
        `${edited} was edited between ${older.commit} and HEAD, which ends with the first release; name a later commit with --from.`,
      );
    }
    addExpansions(newer.dir);
    const roll = async (dir: string) => {
      for (const program of fleet.programs) {
        program.checkout = dir;
        await replace(program, 'SIGTERM', () => undefined);
      }
    };
    await roll(older.dir);
    say(`all programs are those of ${older.commit}; migrating with ${newer.commit}`);
    await fleet.migrate(newer.dir);
    await roll(newer.dir);
    say(`all programs are those of ${newer.commit}; going back`);
    await roll(older.dir);
    say(`all programs are those of ${older.commit} again, under the newer schema`);
    await roll(HERE);
  } finally {
    for (const program of fleet.programs) program.checkout = HERE;
    for (const checkout of checkouts) await checkout.remove();
  }
}
