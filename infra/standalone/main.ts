import { join } from 'node:path';
import { startErrorForPath } from '@tracker/infra/errors/start-error';
import { runProgram } from '@tracker/infra/lifecycle/run-program';
import { logFile } from '@tracker/infra/telemetry/logger';
import { createProgress } from './progress.ts';
import { startStandalone } from './standalone.ts';

/** `pnpm start`: the whole product in one process. The terminal shows what a person needs; the log goes to a file. */

await runProgram({
  name: 'tracker',
  openLog: ({ dataDir }) => {
    try {
      return logFile(join(dataDir, 'log', 'tracker.log'));
    } catch (error) {
      throw startErrorForPath(error, dataDir) ?? error;
    }
  },
  start: async (program) => {
    const { url, demoLogin } = await startStandalone({ ...program, progress: createProgress(process.stdout) });
    const login = demoLogin ? ` — demo login: ${demoLogin.email} / ${demoLogin.password}` : '';
    return `Ready: ${url}${login}`;
  },
});
