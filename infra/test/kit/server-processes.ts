// What real servers in tests need beside themselves: ports that nobody has, and an end also when their run was killed.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processCommand, processStartedAt } from '@tracker/infra/lifecycle/process-identity';
import { eventually } from './eventually.ts';

/** Different ones. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

/**
 * A run that was killed leaves its server running; nobody else would ever end it. Its folder is `<prefix><pid of the run>-…`, holds the
 * server's pid in the file `pid`, and stands in the server's command line.
 */
export async function clearKilledRuns(prefix: string): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (owner === 0 || processStartedAt(owner) !== undefined) continue;
    const dir = join(tmpdir(), name);
    const pidFile = join(dir, 'pid');
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
    // Ids are used again: only a process that was started with that folder is it.
    if (pid > 0 && processCommand(pid)?.includes(dir)) process.kill(pid, 'SIGKILL');
    await eventually(() => rmSync(dir, { recursive: true, force: true }));
  }
}
