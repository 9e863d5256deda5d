/**
 * `npx -y pnpm@12 test:chart`: the Helm chart, by `helm lint`, against the schemas of Kubernetes' API, and by what must be true of each rendered object.
 * It needs no cluster. Without the tools it says so and runs nothing. Arguments go to `npx -y pnpm@12 test`.
 */
import { spawn } from 'node:child_process';
import { installChartTools } from '@tracker/test/chart/tools';

try {
  await installChartTools();
  const args = ['infra/dev/test.ts', '--project', 'chart', ...process.argv.slice(2)];
  const child = spawn('env', ['TEST_CHART=yes', process.execPath, ...args], { stdio: 'inherit' });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  process.stderr.write(`\n*** THE TESTS OF THE CHART ARE SKIPPED: ${(error as Error).message} ***\n`);
}
