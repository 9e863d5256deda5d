// The frame of every program: parse the settings once, open the log, handle signals, and print one sentence when the start fails.
import type { DestinationStream } from 'pino';
import { addressUrl, type Config, ConfigError, loadConfig } from '../config/config.ts';
import { StartError } from '../errors/start-error.ts';
import type { Server } from '../http/server.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { onSignals } from './signals.ts';

export interface Program {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

export interface ProgramOptions {
  readonly name: string;
  /** Starts everything through the lifecycle; returns the last line that is printed. */
  start(program: Program): Promise<string>;
  /** Where the log goes; standard output when absent. */
  openLog?(config: Config): DestinationStream;
}

/** Runs until a signal ends it. `ConfigError` and `StartError` are printed as they are, without a stack, and exit with 1. */
export async function runProgram(options: ProgramOptions): Promise<void> {
  closeFilesToOthers();
  try {
    const config = loadConfig();
    refuseRootInProduction(config);
    const destination = options.openLog?.(config);
    const logger = createLogger({ level: config.logLevel, name: options.name, destination });
    const lifecycle = createLifecycle(logger);
    let isInterrupted = false;
    const stop = () => {
      isInterrupted = true;
      return lifecycle.stop();
    };
    onSignals(stop, {
      onFailure: (error) => logger.fatal({ event: 'lifecycle.stop-failed', err: error }, 'shutdown failed; exiting'),
    });
    const ready = await options.start({ config, logger, lifecycle }).catch((error: unknown) => {
      // Ctrl-C in the middle of the start: the signal's handler ends the process.
      if (!isInterrupted) throw error;
    });
    if (ready !== undefined) process.stdout.write(`${ready}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Every file and directory that this process and its children make from now on is its user's alone. */
export function closeFilesToOthers(): void {
  process.umask(0o077);
}

/** A stranger who finds a way into a process of root owns the machine. On a developer's own machine, as in a container, root is common. */
function refuseRootInProduction({ isLocal, runAsRoot }: Config): void {
  if (process.getuid?.() !== 0 || isLocal || runAsRoot) return;
  throw new StartError(
    'Traffic Tracker does not run as root where others reach it (HOST or an https PUBLIC_URL); start as another user or set RUN_AS_ROOT=yes.',
  );
}

/** The address at which a program's server really listens, also when its port was left to the system. */
export function readyLine(app: Server, { host, port }: Config): string {
  const address = app.server.address();
  return `Ready: ${addressUrl(host, typeof address === 'object' && address ? address.port : port)}`;
}
