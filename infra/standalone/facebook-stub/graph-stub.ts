// A stub of Facebook's Graph API and consent page over real HTTP. META_GRAPH_URL and META_DIALOG_URL point the product to it.
// Tests script faults and read the true figures.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { allAds, defaultAccounts, isBelow, type StubAccount } from './accounts.ts';
import { addMetrics, createDelivery } from './delivery.ts';
import { createEvents, type Events } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { type Lists, type Row, spendOf } from './insights.ts';
import { readRequest, type StubRequest } from './request.ts';
import type { Limits } from './routes.ts';
import { createRuns, type Runs } from './runs.ts';
import { serve } from './serve.ts';
import { createTokens, type StubApp, type Tokens } from './tokens.ts';
import { createUsageMeter, type UsageMeter } from './usage.ts';

export interface GraphStubOptions {
  readonly clock: { now(): number };
  /** Determines all figures and faults. */
  readonly seed?: string;
  readonly app?: StubApp;
  readonly accounts?: readonly StubAccount[];
  /** A free port by default. */
  readonly port?: number;
  /** The consent page approves automatically. */
  readonly autoApprove?: boolean;
}

export interface StubTruth {
  /** '123.45' in the account's currency. */
  readonly spend: string;
  readonly impressions: number;
  readonly clicks: number;
}

export interface GraphStub {
  /** For META_GRAPH_URL and META_DIALOG_URL. */
  readonly url: string;
  readonly app: StubApp;
  readonly accounts: readonly StubAccount[];
  /** The last ten thousand calls, in order of arrival. */
  readonly requests: readonly StubRequest[];
  readonly faults: Faults;
  readonly usage: UsageMeter;
  readonly tokens: Tokens;
  readonly runs: Runs;
  readonly events: Events;
  readonly limits: Limits;
  readonly lists: Lists;
  autoApprove: boolean;
  /** Figures of a day after all corrections, for 'act_111', a campaign, an ad set or an ad. */
  truth(objectId: string, day: TenantDay): StubTruth;
  /** Figures as shown now. */
  shown(objectId: string, day: TenantDay): StubTruth;
  /** The cost as shown now of the hours that begin on a day of another zone. */
  shownIn(objectId: string, day: TenantDay, zone: TimeZone): string;
  close(): Promise<void>;
}

const knownHours = new Map<string, readonly TenantDay[]>();
/** On which days of another zone the 24 hours of a day begin. */
function daysOfHours(day: TenantDay, zone: TimeZone, there: TimeZone): readonly TenantDay[] {
  const key = `${day} ${zone} ${there}`;
  const days =
    knownHours.get(key) ?? Array.from({ length: 24 }, (_, hour) => dayOf(startOfHour(day, hour, zone), there));
  knownHours.set(key, days);
  return days;
}

/** A demo may run for months. */
const REQUESTS_MAX = 10_000;
const DEFAULT_APP: StubApp = { appId: '4242', appSecret: 'segredo-do-aplicativo' };

export async function startGraphStub(options: GraphStubOptions): Promise<GraphStub> {
  // People change ads: those of one stub are not those of another.
  const { clock, seed = 'graph', app = DEFAULT_APP, accounts = structuredClone(defaultAccounts) } = options;
  const delivery = createDelivery(seed, clock);
  const requests: StubRequest[] = [];
  const world = {
    app,
    accounts,
    delivery,
    clock,
    tokens: createTokens(app, clock),
    runs: createRuns(),
    events: createEvents(clock),
    lists: { omitDeleted: false, rewrite: (rows: Row[]) => rows },
    limits: { pageRowsMax: 5_000, rowsMax: Number.POSITIVE_INFINITY },
    faults: createFaults(seed),
    usage: createUsageMeter(clock),
    autoApprove: options.autoApprove ?? false,
  };

  const server = createServer((incoming, response) => {
    readRequest(incoming, `http://${incoming.headers.host}`, clock.now()).then(
      (request) => {
        requests.push(request);
        if (requests.length > REQUESTS_MAX) requests.shift();
        serve(world, request, response);
      },
      () => response.destroy(), // The client disconnected in the middle of its body.
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });

  const sumOf = (objectId: string, of: (place: ReturnType<typeof allAds>[number]) => Parameters<typeof spendOf>[0]) => {
    const metrics = addMetrics(
      allAds(accounts)
        .filter((place) => isBelow(place, objectId))
        .map(of),
    );
    return { spend: spendOf(metrics), impressions: metrics.impressions, clicks: metrics.clicks };
  };
  return Object.assign(world, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    truth: (objectId: string, day: TenantDay) => sumOf(objectId, (place) => delivery.final(place, day)),
    shown: (objectId: string, day: TenantDay) => sumOf(objectId, (place) => delivery.observed(place, day)),
    shownIn: (objectId: string, day: TenantDay, zone: TimeZone) =>
      sumOf(objectId, (place) =>
        addMetrics(
          daysFrom(addDays(day, -1), addDays(day, 1)).flatMap((own) => {
            const days = daysOfHours(own, place.account.timeZone, zone);
            return delivery.observedHours(place, own).filter((_, hour) => days[hour] === day);
          }),
        ),
      ).spend,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
