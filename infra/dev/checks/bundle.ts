/**
 * Compares the bytes that the browser loads before login and dashboard are usable with the budget. It builds the app into a
 * temporary folder and reads the static imports of those screens from Vite's manifest. Later chunks (charts, dialogs, other
 * screens) are free.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { keepFirstBuild, sourcesHash } from '@tracker/standalone/web-build';

const web = fileURLToPath(new URL('../../../web', import.meta.url));

/** Gzipped JavaScript, in bytes. */
const budget = 200_000;
const screens = ['login-screen', 'dashboard-screen'];

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** The chunks that must be there before `key` runs. */
function needed(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || found.has(key)) return found;
  found.add(key);
  for (const next of chunk.imports ?? []) needed(manifest, next, found);
  return found;
}

async function build(outDir: string): Promise<Manifest> {
  const vite = join(web, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, { cwd: web }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`The web app does not build.\n${error.stdout}${error.stderr}`);
  });
  return JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(web, 'node_modules', '.bundle-'));
  try {
    const outDir = join(folder, 'dist');
    const sources = sourcesHash();
    const manifest = await build(outDir);
    const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
    for (const screen of screens) {
      const routes = Object.keys(manifest).filter(
        (key) => manifest[key]?.isDynamicEntry && key.endsWith(`/${screen}.tsx`),
      );
      const keys = new Set([...entries, ...routes].flatMap((key) => [...needed(manifest, key)]));
      const files = [...keys].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'));
      const texts = await Promise.all(files.map((file) => readFile(join(outDir, file))));
      const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
      const ok = bytes <= budget && files.length > 0;
      console.log(
        `${screen}: ${(bytes / 1000).toFixed(1)} kB gzipped in ${files.length} files, budget ${budget / 1000} kB`,
      );
      if (!ok) process.exitCode = 1;
    }
    keepFirstBuild(outDir, sources);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main().catch((error: Error) => {
  console.log(error.message);
  process.exitCode = 1;
});
