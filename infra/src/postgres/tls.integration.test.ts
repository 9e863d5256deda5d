// Postgres with a certificate of an authority of its own.
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificates, makeCertificates, opensslIsAvailable } from '@tracker/test/kit/certificates';
import { eventually } from '@tracker/test/kit/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPgBossJobQueue } from '../jobs/pg-boss-job-queue.ts';
import { createLogger } from '../telemetry/logger.ts';
import { connect } from './connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { migratePostgres } from './migrate.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

describe.skipIf(!opensslIsAvailable())('Postgres behind TLS', () => {
  const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-`));
  let certificates: Certificates;
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    certificates = await makeCertificates();
    server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
    await serveTls();
  });
  afterAll(async () => {
    await server.stop();
    certificates.delete();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function serveTls() {
    const home = join(dataDir, 'postgres');
    const cluster = join(home, 'cluster');
    const { uid, gid } = statSync(cluster);
    for (const [from, name] of [
      [certificates.cert, 'server.crt'] as const,
      [certificates.key, 'server.key'] as const,
    ]) {
      copyFileSync(from, join(cluster, name));
      chmodSync(join(cluster, name), 0o600);
      chownSync(join(cluster, name), uid, gid);
    }
    const { admin } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { admin: string };
    const { href } = Object.assign(new URL(server.url), { username: 'postgres', password: admin });
    const sql = connect({ url: href, logger, name: 'test', max: 1, role: null });
    await sql`ALTER SYSTEM SET ssl = on`;
    await sql`SELECT pg_reload_conf()`;
    await sql.end();
    await eventually(() => isEncrypted(`${server.url}?sslmode=require`));
  }

  async function isEncrypted(url: string) {
    const sql = connect({ url, logger, name: 'test', max: 1, role: null });
    try {
      const [row] = await sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
      return row?.ssl;
    } finally {
      await sql.end({ timeout: 0 });
    }
  }
  const urlOf = (host: string, mode: string, file: string) =>
    `${server.url.replace('127.0.0.1', host)}?sslmode=${mode}&sslrootcert=${file}`;

  test('checks the authority and the name of the server’s certificate', async () => {
    const { ca, other } = certificates;
    expect(await isEncrypted(urlOf('localhost', 'verify-full', ca))).toBe(true);
    expect(await isEncrypted(urlOf('127.0.0.1', 'verify-ca', ca))).toBe(true);
    await expect(isEncrypted(urlOf('127.0.0.1', 'verify-full', ca))).rejects.toThrow('does not match');
    await expect(isEncrypted(urlOf('localhost', 'verify-full', other))).rejects.toThrow('certificate');
    await expect(isEncrypted(urlOf('localhost', 'verify-full', 'system'))).rejects.toThrow('certificate');
    await expect(isEncrypted(urlOf('localhost', 'verify-full', '/nowhere.pem'))).rejects.toThrow(
      'The file /nowhere.pem, which sslrootcert of DATABASE_URL names, cannot be read.',
    );
  });

  test('migrates, and keeps jobs, over a verified connection', async () => {
    const url = urlOf('localhost', 'verify-full', certificates.ca);
    await migratePostgres({ url, logger });
    const jobs = await createPgBossJobQueue({ url, logger });
    await jobs.close();
    const wrong = urlOf('localhost', 'verify-full', certificates.other);
    await expect(createPgBossJobQueue({ url: wrong, logger })).rejects.toThrow('certificate');
  });
});
