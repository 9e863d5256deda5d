import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '@tracker/infra/errors/start-error';
import { openToAll } from '@tracker/infra/postgres/binaries';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SOURCES = [
  'web/src/**/*',
  'web/public/**/*',
  'web/index.html',
  'web/vite.config.ts',
  'web/build/**/*',
  'web/package.json',
  'schemas/src/**/*',
];

export const WEB_DIST = join(ROOT, 'web', 'dist');
const STAMP = join(WEB_DIST, '.sources');

/** Builds the web app when there is no build of the current sources. Prints a line first, since it takes some seconds. */
export async function ensureWebBuild(onBuild: () => void): Promise<void> {
  const sources = sourcesHash();
  if (stampOf() === sources) return;
  onBuild();
  await runVite();
  // Written last: a build that was cut off has no stamp and is made again.
  writeFileSync(STAMP, sources);
  // The programs keep their files to their own user, and a browser reads these anyway: another user of the machine needs no build of their own.
  openToAll(WEB_DIST);
}

/** Of a build that is there and may be read. */
function stampOf(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

/** Takes a build of these sources in another folder, where there is none yet: a fresh clone needs no second one. */
export function keepFirstBuild(folder: string, sources: string): void {
  if (existsSync(WEB_DIST)) return;
  renameSync(folder, WEB_DIST);
  writeFileSync(STAMP, sources);
}

export function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function runVite(): Promise<void> {
  const web = join(ROOT, 'web');
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: web,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve();
      const why = reasonIn(output);
      const ended =
        signal === 'SIGKILL'
          ? 'the system ended it, most likely for want of memory (it takes 700 MiB)'
          : `it ended with ${signal ?? code}`;
      reject(new StartError(`The web app could not be built: ${why || ended}.`));
    });
  });
}

/** The tool begins with what it tried; why that failed comes below, before the stack. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const stack = lines.findIndex((line) => line.startsWith('at '));
  return lines
    .slice(0, stack === -1 ? 5 : stack)
    .filter((line) => line !== '')
    .join(' ');
}
