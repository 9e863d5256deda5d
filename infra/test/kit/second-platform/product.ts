/** The whole product with a second ad platform: the list of platforms is an argument of the composition. */
import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { runProgram } from '@tracker/infra/program/run-program';
import { createProgress } from '@tracker/standalone/progress';
import { startStandalone } from '@tracker/standalone/standalone';
import { createSecondPlatform } from './second-platform.ts';

await runProgram({
  name: 'tracker',
  isForTerminal: true,
  start: async (program) => {
    const { url } = await startStandalone({
      ...program,
      progress: createProgress(process.stdout),
      adPlatforms: (deps) => [...openAdPlatforms(deps), createSecondPlatform(deps.clock).platform],
    });
    return `Ready: ${url}`;
  },
});
