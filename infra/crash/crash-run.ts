import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type Company, registerCompany } from '../e2e/company.ts';
import { type Product, postgresPid, startProduct } from '../e2e/product.ts';
import { type Figures, NotSettledError, readFigures } from './figures.ts';
import { type Account, startTraffic } from './traffic.ts';

/**
 * The promise of the product, put to the test: real clients send events with retries while the product is killed with -9 again
 * and again, and its Postgres too. Then the figures are compared with the clients' own account, and once more after the
 * whole log was replayed into empty tables.
 */

export interface CrashOptions {
  readonly eventsPerSecond: number;
  readonly productKills: number;
  readonly postgresKills: number;
  /** Between a start and the next kill. */
  readonly calmMs: number;
  readonly say: (line: string) => void;
}

export interface CrashResult {
  readonly account: Account;
  readonly figures: Figures;
  readonly lost: number;
  readonly countedTwice: number;
  readonly expectedRevenueCents: number;
  readonly sameAfterReplay: boolean;
  readonly slowestRestartMs: number;
}

const SETTLE_ATTEMPTS_MAX = 60;

export async function crashRun(options: CrashOptions): Promise<CrashResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-crash-'));
  let product = await startProduct({ demoData: false, dataDir });
  // Clients come back to where they were.
  const port = Number(new URL(product.url).port);
  const start = () => startProduct({ demoData: false, dataDir, port });
  try {
    const company = await registerCompany(product.url);
    const traffic = startTraffic(company, options.eventsPerSecond);
    let slowestRestartMs = 0;
    for (const victim of victims(options)) {
      await delay(options.calmMs);
      if (victim === 'postgres') {
        options.say(`kill -9 Postgres (${traffic.account.acknowledged} events acknowledged)`);
        process.kill(postgresPid(dataDir), 'SIGKILL');
        continue;
      }
      options.say(`kill -9 the product (${traffic.account.acknowledged} events acknowledged)`);
      await product.kill();
      const began = performance.now();
      product = await start();
      slowestRestartMs = Math.max(slowestRestartMs, performance.now() - began);
    }
    await delay(options.calmMs);
    await traffic.finish();
    const { account } = traffic;
    const figures = await settledFigures(company);
    options.say('replaying the whole log into empty tables');
    product = await replay(product, dataDir, start);
    const replayed = await settledFigures(company);
    return {
      account,
      figures,
      ...compare(account, figures),
      sameAfterReplay: figures.fingerprint === replayed.fingerprint,
      slowestRestartMs: Math.round(slowestRestartMs),
    };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Postgres dies in between, evenly spread. */
function victims({ productKills, postgresKills }: CrashOptions): ('product' | 'postgres')[] {
  const total = productKills + postgresKills;
  const isPostgres = (index: number) =>
    Math.floor(((index + 1) * postgresKills) / total) > Math.floor((index * postgresKills) / total);
  return Array.from({ length: total }, (_, index) => (isPostgres(index) ? 'postgres' : 'product'));
}

function compare(account: Account, figures: Figures) {
  const expectedRevenueCents = [...account.revenueCents.values()].reduce((sum, cents) => sum + cents, 0);
  const expectedConversions = [...account.revenueCents.values()].filter((cents) => cents > 0).length;
  const lostClicks = [...account.clickIds].filter((id) => !figures.clickIds.has(id)).length;
  const lostViews = Math.max(0, account.views - figures.views);
  const lostSales = Math.max(0, expectedConversions - figures.conversions);
  // A click or view whose answer was lost may have been recorded, and its second attempt is an event of its own.
  const moreClicks = figures.clicks - account.clickIds.size - account.lostAnswers.clicks;
  const moreViews = figures.views - account.views - account.lostAnswers.views;
  const repeatedClicks = figures.clicks - figures.clickIds.size;
  const moreSales = figures.conversions - expectedConversions;
  return {
    expectedRevenueCents,
    lost: lostClicks + lostViews + lostSales,
    countedTwice: [moreClicks, moreViews, repeatedClicks, moreSales].reduce((sum, more) => sum + Math.max(0, more), 0),
  };
}

/** Reads until three reads in a row agree; gives up when they still do not after a while. */
async function settledFigures(company: Company): Promise<Figures> {
  let last: Figures | undefined;
  let problem: unknown;
  for (let attempt = 0, same = 0; attempt < SETTLE_ATTEMPTS_MAX; attempt += 1) {
    try {
      const next = await readFigures(company);
      same = next.fingerprint === last?.fingerprint ? same + 1 : 0;
      last = next;
      if (same === 2) return next;
    } catch (error) {
      if (!(error instanceof NotSettledError)) throw error;
      problem = error;
      last = undefined;
    }
    await delay(700);
  }
  throw new Error('the figures do not settle', { cause: problem });
}

/** As an operator would by hand: the tables away, the group's offset back to the beginning, and start again. */
async function replay(product: Product, dataDir: string, start: () => Promise<Product>): Promise<Product> {
  await product.stop();
  rmSync(join(dataDir, 'clickhouse'), { recursive: true, force: true });
  const logger = createLogger({ level: 'silent', name: 'crash' });
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  const sql = connect({ url: postgres.url, logger, name: 'crash', max: 1, role: null });
  await sql`DELETE FROM consumer_offsets`;
  await sql.end();
  await postgres.stop();
  return start();
}
