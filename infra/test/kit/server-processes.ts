// Helpers for real servers in tests: free ports, and the end of servers whose test run was killed.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processCommand, processStartedAt } from '@tracker/infra/lifecycle/process-identity';
import { eventually } from './eventually.ts';

/** Distinct free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

/**
 * Stops the server of an earlier killed run, which nothing else would stop. Its directory is `<prefix><pid of the run>-…`,
 * contains the server's pid in the file `pid`, and is part of the server's command line.
 */
export async function clearKilledRuns(prefix: string): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (owner === 0 || processStartedAt(owner) !== undefined) continue;
    const dir = join(tmpdir(), name);
    const pidFile = join(dir, 'pid');
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
    // Process ids are reused: only a process that was started with that directory is the server.
    if (pid > 0 && processCommand(pid)?.includes(dir)) process.kill(pid, 'SIGKILL');
    await eventually(() => rmSync(dir, { recursive: true, force: true }));
  }
}
