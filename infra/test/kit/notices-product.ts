/** The whole product, with a push service of the test kit; its one argument is the port of that. */

import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { runProgram } from '@tracker/infra/program/run-program';
import { createProgress } from '@tracker/standalone/progress';
import { startStandalone } from '@tracker/standalone/standalone';
import { throughPushService } from './push-service.ts';

const call = createGuardedCall({ resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' });

await runProgram({
  name: 'tracker',
  isForTerminal: true,
  start: async (program) => {
    const progress = createProgress(process.stdout);
    const { url } = await startStandalone({
      ...program,
      progress,
      call: throughPushService(Number(process.argv[2]), call),
    });
    return `Ready: ${url}`;
  },
});
