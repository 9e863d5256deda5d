/** The whole product, except that calls which Facebook throttles continue after seconds instead of a minute. */
import { openFacebook } from '@tracker/infra/ad-platforms/facebook/facebook';
import { runProgram } from '@tracker/infra/lifecycle/run-program';
import { createProgress } from '@tracker/standalone/progress';
import { startStandalone } from '@tracker/standalone/standalone';

/** Long enough for a test to see the wait on the screen, also on a busy machine. */
const THROTTLE_MIN_MS = 10_000;

await runProgram({
  name: 'tracker',
  isForTerminal: true,
  start: async (program) => {
    const { url } = await startStandalone({
      ...program,
      progress: createProgress(process.stdout),
      adPlatforms: (deps) => [openFacebook({ ...deps, throttleMinMs: THROTTLE_MIN_MS })],
    });
    return `Ready: ${url}`;
  },
});
