import { join } from 'node:path';
import { type Config, ConfigError, loadConfig } from '@tracker/infra/config/config';
import { StartError, startErrorForPath } from '@tracker/infra/errors/start-error';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { onSignals } from '@tracker/infra/lifecycle/signals';
import { createLogger, logFile } from '@tracker/infra/telemetry/logger';
import { createProgress } from './progress.ts';
import { type Standalone, startStandalone } from './standalone.ts';

/** `pnpm start`: the whole product in one process. The terminal shows what a person needs; the log goes to a file. */

const progress = createProgress(process.stdout);

try {
  await start(loadConfig());
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel, name: 'tracker', destination: openLog(config.dataDir) });
  const lifecycle = createLifecycle(logger);
  let isInterrupted = false;
  const stop = () => {
    isInterrupted = true;
    return lifecycle.stop();
  };
  onSignals(stop, { onFailure: (error) => logger.fatal({ error }, 'not stopped in order') });
  try {
    const product = await startStandalone({ config, logger, progress, lifecycle });
    for (const line of readyLines(product)) progress.say(line);
  } catch (error) {
    if (isInterrupted) return; // Ctrl-C in the middle of the start: the signal's handler ends the process.
    throw error;
  }
}

function openLog(dataDir: string) {
  const path = join(dataDir, 'log', 'tracker.log');
  try {
    return logFile(path);
  } catch (error) {
    throw startErrorForPath(error, dataDir) ?? error;
  }
}

function readyLines({ url, demoLogin }: Standalone): string[] {
  const login = demoLogin ? ` — demo login: ${demoLogin.email} / ${demoLogin.password}` : '';
  return [`Ready: ${url}${login}`];
}
