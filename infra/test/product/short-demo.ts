/** The whole product with one day of the demo tenant. */
import { runProgram } from '@tracker/infra/program/run-program';
import { createProgress } from '@tracker/standalone/progress';
import { startStandalone } from '@tracker/standalone/standalone';

await runProgram({
  name: 'tracker',
  isForTerminal: true,
  start: async (program) => {
    const progress = createProgress(process.stdout);
    const { url, demoLogin } = await startStandalone({ ...program, progress, demoDays: 1 });
    return `Ready: ${url}${demoLogin ? ` — demo login: ${demoLogin.email} / ${demoLogin.password}` : ''}`;
  },
});
