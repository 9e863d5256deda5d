// The frame of every program: parse the settings once, open the log, handle signals, and say in one sentence why a start fails.
import type { DestinationStream } from 'pino';
import { addressUrl, type Config, environment, loadConfig, mistypedSettings } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { StartError } from '../errors/start-error.ts';
import type { Server } from '../http/server.ts';
import { createLifecycle, type Lifecycle } from '../lifecycle/lifecycle.ts';
import { onSignals } from '../lifecycle/signals.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { startTracing } from '../telemetry/tracing.ts';

export interface Program {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

export interface ProgramOptions {
  readonly name: string;
  /** Starts everything through the lifecycle; returns the address on which it listens, or for a terminal its last line. */
  start(program: Program): Promise<string>;
  /** A person reads what it prints: sentences. Without it, everything that the program prints is a JSON line. */
  readonly isForTerminal?: boolean;
  /** Where the log goes; standard output when absent. */
  openLog?(config: Config): DestinationStream;
}

/** Runs until a signal ends it. `ConfigError` and `StartError` are printed as sentences, without a stack, and exit with 1. */
export async function runProgram(options: ProgramOptions): Promise<void> {
  closeFilesToOthers();
  const { name, isForTerminal = false } = options;
  let logger = createLogger({ level: 'info', name });
  if (!isForTerminal) logFailures(() => logger);
  try {
    const env = environment();
    const config = loadConfig(env);
    logger = createLogger({ level: config.logLevel, name, destination: options.openLog?.(config) });
    for (const sentence of mistypedSettings(env)) {
      if (isForTerminal) process.stderr.write(`${sentence}\n`);
      else logger.warn({ event: 'lifecycle.setting-unknown' }, sentence);
    }
    refuseRootInProduction(config);
    const lifecycle = createLifecycle(logger);
    let isInterrupted = false;
    const stop = () => {
      isInterrupted = true;
      return lifecycle.stop();
    };
    onSignals(stop, {
      onFailure: (error) => logger.fatal({ event: 'lifecycle.stop-failed', err: error }, 'shutdown failed; exiting'),
    });
    await startTracing(lifecycle, { config, program: name, logger });
    const ready = await options.start({ config, logger, lifecycle }).catch((error: unknown) => {
      // Ctrl-C in the middle of the start: the signal's handler ends the process.
      if (!isInterrupted) throw error;
    });
    if (ready === undefined) return;
    if (isForTerminal) process.stdout.write(`${ready}\n`);
    else logger.info({ event: 'lifecycle.ready', url: ready }, 'program is ready');
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
    if (isForTerminal) process.stderr.write(`${error.message}\n`);
    else for (const line of error.message.split('\n')) logger.fatal({ event: 'lifecycle.start.refused' }, line);
    process.exit(1);
  }
}

/** What Node would print as a text with a stack, between the lines that a machine reads. */
function logFailures(current: () => Logger): void {
  process.on('uncaughtException', (error) => {
    const logger = current();
    logger.fatal({ event: 'lifecycle.crashed', err: error }, 'program failed; exiting');
    process.exit(1);
  });
  process.removeAllListeners('warning').on('warning', (warning) => {
    const logger = current();
    logger.warn({ event: 'lifecycle.warning', err: warning, reason: warning.name }, 'Node.js warns; continuing');
  });
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
export function listeningUrl(app: Server, { host, port }: Config): string {
  const address = app.server.address();
  return addressUrl(host, typeof address === 'object' && address ? address.port : port);
}
