/**
 * `npx -y pnpm@12 dev`: the product with reload. Vite serves the web app with hot modules on its own port and proxies every other path to
 * the product. Node restarts the product when a source changes. Ctrl-C ends both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['schemas', 'infra', 'ingest', 'processor', 'processor/worker', 'api'].map(
  (name) => `--watch-path=${root}${name}/src`,
);

const children: ChildProcess[] = [
  run([...sources, `--watch-path=${root}infra/standalone`, '--watch-preserve-output', 'infra/standalone/main.ts']),
  run(['node_modules/vite/bin/vite.js'], 'web'), // relative to the folder that it runs in
];

for (const child of children) {
  child.once('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}

function run(args: string[], folder = ''): ChildProcess {
  return spawn(process.execPath, args, { cwd: `${root}${folder}`, stdio: 'inherit' });
}
