import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const engine = JSON.stringify(new URL('./embedded-engine.ts', import.meta.url).href);
const WAYS_ON =
  '; set CLICKHOUSE_URL to a ClickHouse server, or run all of it by Docker Compose (infra/docs/compose.md).';

/** What a program on another platform than this one says. */
async function onPlatform(platform: string, arch: string): Promise<string> {
  const program = `
    Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } });
    const { openEmbeddedEngine } = await import(${engine});
    const opened = openEmbeddedEngine(process.argv[1]);
    await opened.then(() => console.log('opened'), (error) => console.log(error.name + ': ' + error.message));`;
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-platform-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const args = ['--input-type=module-typescript', '-e', program, dataDir];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

describe('engine on a platform', () => {
  it.each([
    ['linux', 'arm64', '@chdb/lib-linux-arm64-gnu'],
    ['darwin', 'arm64', '@chdb/lib-darwin-arm64'],
    ['darwin', 'x64', '@chdb/lib-darwin-x64'],
  ])('%s-%s without its package names the package and the two ways on', async (platform, arch, name) => {
    expect(await onPlatform(platform, arch)).toBe(
      `StartError: The analytics engine does not run here: its package for ${platform}-${arch}, ${name}, is not installed${WAYS_ON}`,
    );
  });

  it.each([
    ['win32', 'x64'],
    ['linux', 'riscv64'],
  ])('%s-%s, for which it is not made, names the two ways on', async (platform, arch) => {
    expect(await onPlatform(platform, arch)).toBe(
      `StartError: The analytics engine does not run here: it is not made for ${platform}-${arch}${WAYS_ON}`,
    );
  });
});
