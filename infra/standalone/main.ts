import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError, startErrorForPath } from '@tracker/infra/errors/start-error';
import { prepareDataDir } from '@tracker/infra/lifecycle/data-dir';
import { reportToParent } from '@tracker/infra/program/child';
import { runProgram } from '@tracker/infra/program/run-program';
import { logFile } from '@tracker/infra/telemetry/logger';
import { createProgress } from './progress.ts';

/** `npx -y pnpm@12 start`: the whole product in one process. The terminal shows progress for people; the log goes to a file. */

await runProgram({
  name: 'tracker',
  isForTerminal: true,
  openLog: ({ dataDir }) => {
    try {
      prepareDataDir(dataDir);
      return logFile(join(dataDir, 'log', 'tracker.log'));
    } catch (error) {
      throw startErrorForPath(error, dataDir) ?? error;
    }
  },
  start: async (program) => {
    const demo = isDemoFacebook() ? await import('./demo-facebook.ts') : undefined;
    const config = (await demo?.withDemoFacebook(program.config, program.lifecycle)) ?? program.config;
    const progress = createProgress(process.stdout);
    const { startStandalone } = await import('./standalone.ts');
    const { url, demoLogin, noteRestart } = await startStandalone({ ...program, config, progress });
    reportToParent(url, { onRestarted: noteRestart });
    const login = demoLogin ? ` — demo login: ${demoLogin.email} / ${demoLogin.password}` : '';
    return `Ready: ${url}${login}`;
  },
});

function isDemoFacebook(): boolean {
  try {
    return parseArgs({ options: { 'demo-facebook': { type: 'boolean' } } }).values['demo-facebook'] ?? false;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error} The one option is --demo-facebook.`);
  }
}
