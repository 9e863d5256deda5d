import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { connect } from './connect.ts';
import { startEmbeddedPostgres } from './embedded.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const isRoot = process.getuid?.() === 0;

/** Only root can start a server for another user, so everybody else sees these tests as skipped. */
describe.runIf(isRoot)('the embedded Postgres of root', () => {
  let closed: string;
  let binaries: Binaries;

  beforeEach(() => {
    // Mode 0700: as a clone below /root.
    closed = mkdtempSync(join(tmpdir(), 'tracker-closed-'));
    const name = `postgres-test-${process.pid}`;
    binaries = { dir: join(closed, 'native'), name };
    cpSync(findBinaries().dir, binaries.dir, { recursive: true, verbatimSymlinks: true });
  });

  afterEach(() => {
    rmSync(closed, { recursive: true, force: true });
    rmSync(join('/var/cache/traffic-tracker', binaries.name), { recursive: true, force: true });
  });

  it('starts below a directory that is closed to all others, without any capability, and keeps its data', async () => {
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    const start = () => startEmbeddedPostgres({ dataDir: join(closed, 'data'), logger, binaries });

    const first = await start();
    const status = readFileSync(`/proc/${first.pid()}/status`, 'utf8');
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
    await first.stop();
    const second = await start();
    const kept = await ask(second.url, 'SELECT number FROM kept');
    await second.stop();

    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).not.toMatch(/^Uid:\s+0\b/m);
    expect(kept).toEqual([{ number: 7 }]);
  });
});

async function ask(url: string, statement: string) {
  const sql = connect({ url, logger, name: 'test', max: 1, role: null });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}
