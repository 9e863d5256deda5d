/** The parts of `npx -y pnpm@12 test:nightly`, in the order in which they run: what is quick first, benchmarks last. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { installFor } from '@tracker/test/kit/needed-programs';
import { NIGHTLY_FILES } from './tiers.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

type Options = Readonly<Record<string, string>>;

export interface Part {
  readonly name: string;
  readonly what: string;
  /** How much it tries: `kills` of `crash` is `--crash-kills`. */
  readonly options: Options;
  /** Arguments of Node. */
  args(options: Options): readonly string[];
  /** Of the environment. */
  settings?(options: Options): readonly string[];
  readonly needs?: Parameters<typeof installFor>[0];
  /** The lines of its output that say what it did. */
  readonly shows: RegExp;
}

const ATTACKS = 'processor/src/conversions/attack.test.ts';
const COUNT_OF_TESTS = /^\d+ passed, \d+ failed.*$/;
const test = (...files: string[]) => ['infra/dev/test.ts', ...files];
/** They try more when `STORIES` says so. */
const properties = () =>
  execFileSync('git', ['grep', '-l', 'kit/stories', '--', '*.test.ts'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => file !== ATTACKS);
const stories = (options: Options) => [`STORIES=${options.stories}`];
const words = (text = '') => text.split(' ').filter((word) => word !== '');
/** `--kills 100 --rate 300` */
const flags = (options: Options) =>
  Object.entries(options).flatMap(([name, value]) => (value === '' ? [] : [`--${name}`, value]));

const LONG: readonly Part[] = [
  {
    ...{ name: 'chart', what: 'the Helm chart', options: {}, shows: COUNT_OF_TESTS },
    args: () => ['infra/dev/test-chart.ts'],
  },
  {
    ...{ name: 'attacks', what: 'generated attacks on conversions without a key, a thousand for each story' },
    ...{ options: { stories: '100' }, settings: stories, shows: COUNT_OF_TESTS },
    args: () => test(ATTACKS),
  },
  {
    ...{ name: 'properties', what: 'so many times the random stories of every property' },
    ...{ options: { stories: '10' }, settings: stories, shows: COUNT_OF_TESTS },
    args: () => test(...properties()),
  },
  {
    ...{ name: 'stores', what: 'each store takes nothing, in each way, next to calls of each kind' },
    ...{ options: {}, needs: ['kafka', 'redis'], shows: COUNT_OF_TESTS },
    args: () => test(...NIGHTLY_FILES),
  },
  {
    ...{ name: 'fuzz', what: 'hostile requests, Schemathesis, and hostile events in the log' },
    options: { events: '1000000', seconds: '60', mutations: '5000', rounds: '3' },
    args: (options) => ['infra/dev/fuzz.ts', ...flags(options)],
    shows: /^(\d+ raw requests, .*|\d+ hostile events: .*|seed \d+)$/,
  },
  {
    ...{ name: 'shots', what: 'a picture of every screen, light and dark, wide and narrow' },
    /** Those whose name begins so. */
    options: { screens: '' },
    args: ({ screens }) => ['infra/dev/shots.ts', ...words(screens)],
    shows: /^\d+ pictures, .*$/,
  },
  {
    ...{ name: 'crash', what: 'kills of the product, Postgres and Kafka under load, with hostile posts and events' },
    options: { kills: '100', 'postgres-kills': '10', 'broker-kills': '10', outage: '60', rate: '300' },
    args: (options) => ['infra/dev/crash.ts', '--strangers', '--kafka', ...flags(options)],
    needs: ['kafka'],
    shows: /^(events acknowledged|acknowledged and lost|counted twice|the same after a replay|slowest restart) .*$/,
  },
  {
    ...{ name: 'containers', what: 'the suites of the stores on containers', options: {}, shows: COUNT_OF_TESTS },
    args: () => ['infra/dev/test-containers.ts'],
  },
  {
    ...{ name: 'apart', what: 'separate programs are restarted, killed and upgraded under load' },
    options: {
      scenarios: 'restart kill kafka clickhouse postgres redis strangers upgrade brokers',
      from: 'HEAD~1',
      rate: '',
    },
    args: apart,
    needs: ['kafka', 'redis', 'gateway'],
    shows: /^\d+ scenarios: .*$/,
  },
  {
    ...{ name: 'compose', what: 'the containers of Docker Compose are killed and upgraded under load' },
    options: { scenarios: 'compose-kill compose-kafka compose-upgrade', rate: '' },
    args: apart,
    shows: /^\d+ scenarios: .*$/,
  },
  {
    ...{ name: 'mutation', what: 'small changes of the pure core, each of which a test must find' },
    /** Empty: those of `stryker.config.mjs`. */
    options: { files: '' },
    args: ({ files }) => [
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      ...(files ? ['--mutate', files] : []),
    ],
    shows: /^(All files .*|.*Final mutation score .*)$/,
  },
];

function apart({ scenarios, ...options }: Options): readonly string[] {
  return ['infra/dev/apart.ts', ...words(scenarios), ...flags(options)];
}

interface Bench {
  readonly what: string;
  readonly options?: Options;
  readonly needs?: Part['needs'];
}

/** Those that count events, at a million of them; the others as in their full run. */
const BENCHES: Readonly<Record<string, Bench>> = {
  attackers: {
    what: 'clicks of 20 companies next to strangers who hold connections',
    options: { rate: '100', seconds: '10', windows: '5' },
  },
  fairness: {
    what: 'the flood of one company next to the figures of others',
    options: { flood: '2000', seconds: '40' },
  },
  freshness: {
    what: 'from the acknowledgement of a conversion to the screen',
    options: { rate: '2000', seconds: '40' },
  },
  hostile: {
    what: 'a click next to hostile posts',
    options: { rate: '100', seconds: '20', windows: '5', posts: '50' },
  },
  ingest: { what: 'what a durable click costs', options: { seconds: '6', rounds: '3' } },
  kafka: { what: 'appending to Kafka', options: { senders: '64', seconds: '5' }, needs: ['kafka'] },
  log: { what: 'appending to the log of Postgres', options: { senders: '64', seconds: '5' } },
  outage: { what: 'a click while Postgres hangs', options: { rate: '500', seconds: '20' } },
  process: { what: 'events of the log a second', options: { events: '1000000', rounds: '3' } },
  queries: { what: 'every tile, list and breakdown', options: { events: '1000000', rounds: '30' } },
  export: { what: 'a file of a million groups, counted and summed', options: { groups: '1000000' } },
  rates: { what: 'figures of others next to changes of rates' },
  replay: { what: 'a replay', options: { events: '1000000' } },
  sample: { what: 'the written history against that of the processor', options: { events: '1000000', days: '90' } },
  today: {
    what: 'figures of 30 days while today gets very many events',
    options: { views: '0,1000000', rounds: '30' },
  },
  tree: { what: 'the tree of ads in a browser', options: { campaigns: '300' } },
};

/** Their arguments have no names: they come in the order of the options. */
const WITHOUT_NAMES: readonly string[] = [
  'attackers',
  'fairness',
  'freshness',
  'hostile',
  'ingest',
  'kafka',
  'log',
  'outage',
  'process',
];

const benches = readdirSync(new URL('../test/bench', import.meta.url))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .sort()
  .map((bench): Part => {
    const { what, options = {}, needs = [] } = BENCHES[bench] ?? { what: bench };
    return {
      ...{ name: `bench-${bench}`, what: `benchmark: ${what}`, options, needs, shows: /^\d+ figures, .*$/ },
      args: (given) => [
        'infra/dev/bench.ts',
        bench,
        ...(WITHOUT_NAMES.includes(bench) ? Object.values(given) : flags(given)),
      ],
    };
  });

export const PARTS: readonly Part[] = [...LONG, ...benches];

/** Those with one of these names, or, of benchmarks, all of them: `bench`. Throws for a name that no part has. */
export function partsNamed(names: readonly string[]): readonly Part[] {
  const isMeant = (name: string) => names.some((one) => name === one || (one === 'bench' && name.startsWith('bench-')));
  const unknown = names.find((one) => one !== 'bench' && !PARTS.some(({ name }) => name === one));
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}; there are ${PARTS.map(({ name }) => name).join(', ')}.`);
  return PARTS.filter(({ name }) => isMeant(name));
}

/** `kills 100, rate 300` */
export const sizeOf = (options: Options): string =>
  Object.entries(options)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
