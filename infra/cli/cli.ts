// `npx -y pnpm@12 ops`: reads the command line, finds the product, runs the command there and prints the result.
import { hostname, userInfo } from 'node:os';
import { environment, loadConfig, mistypedSettings } from '@tracker/infra/config/config';
import { ConfigError } from '@tracker/infra/config/config-error';
import { StartError } from '@tracker/infra/errors/start-error';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { Command as Commander, CommanderError, Option } from 'commander';
import { z } from 'zod';
import { type Command, EXIT, type ExitCode, OpsError, type Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { isDistributed, openOwnDeps } from './own-deps.ts';
import { failure, readOptions, runCommand, type Surroundings } from './run-command.ts';
import { isListening, runThroughSocket } from './socket-client.ts';
import { createTerminal } from './terminal.ts';
import { socketPath, type WireRequest } from './wire.ts';

const NOUNS: Readonly<Record<string, string>> = {
  log: 'the event log',
  installation: 'which stores belong together',
  mail: 'the mail server',
  topics: 'the topics of the event log on Kafka',
  replay: 'the history once more into shadow tables, compared with the live ones and put in their place',
  'dead-letters': 'records that could not be processed',
  spool: 'events that wait on the disk because the log was away',
  keys: 'the keys of secrets at rest',
  backup: 'copies of what cannot be made again, in a folder or in S3',
  archive: 'the log’s records where backups are, so that a log may forget them',
};

const EXIT_CODES = `
Exit codes: ${EXIT.ok} done · ${EXIT.failed} failed, or a comparison found a difference · ${EXIT.usage} wrong command line, nothing was done ·
${EXIT.unreachable} a store or the product was not reached · ${EXIT.busy} somebody else has what is needed, try again · ${EXIT.interrupted} interrupted.`;

const WHERE = `
The product is found by the settings: with DATABASE_URL and CLICKHOUSE_URL the stores are spoken to directly; else the product that
runs in DATA_DIR is asked to run the command; when none runs there, its stores are opened for the time of the command.
${EXIT_CODES}`;

/** Gives the exit code. */
export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  let chosen: { command: Command; given: WireRequest['options']; json: boolean } | undefined;
  const program = buildProgram((command, given, json) => {
    chosen = { command, given, json };
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  if (!chosen) return EXIT.usage;
  const { command, given, json } = chosen;
  const terminal = createTerminal({ json, out: process.stdout, err: process.stderr, now: () => performance.now() });
  const interrupt = new AbortController();
  const onSignal = () => {
    // A second Ctrl-C ends at once.
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
  };
  // The reader of a pipe has seen enough, as `head` does.
  process.stdout.on('error', () => process.exit(EXIT.ok));
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const request = { command: command.name, options: given, actor: `operator:${userInfo().username}@${hostname()}` };
  const context = { report: terminal, signal: interrupt.signal };
  const outcome = await run(command, request, context).catch((error: unknown) => failure(error, interrupt.signal));
  terminal.end(outcome);
  return outcome.exitCode ?? EXIT.ok;
}

async function run(command: Command, request: WireRequest, context: Surroundings): Promise<Outcome> {
  readOptions(command, request.options); // A mistake is reported before anything is opened.
  const config = loadConfigForOps();
  const socket = socketPath(config.dataDir);
  if (!isDistributed(config) && (await isListening(socket))) return runThroughSocket(socket, request, context);
  const logger = createLogger({ level: 'silent', name: 'ops' });
  const lifecycle = createLifecycle(logger);
  try {
    const { schemas, installation } = command;
    return await runCommand(await openOwnDeps({ config, schemas, installation, lifecycle, logger }), request, context);
  } catch (error) {
    if (error instanceof StartError && command.whenClosed) return command.whenClosed(error, config);
    throw error;
  } finally {
    await lifecycle.stop();
  }
}

function loadConfigForOps() {
  try {
    const env = environment();
    const config = loadConfig(env);
    for (const sentence of mistypedSettings(env)) process.stderr.write(`${sentence}\n`);
    return config;
  } catch (error) {
    if (error instanceof ConfigError) throw new OpsError(EXIT.usage, error.message);
    throw error;
  }
}

type Choose = (command: Command, given: WireRequest['options'], json: boolean) => void;

function buildProgram(choose: Choose): Commander {
  const program = new Commander('npx -y pnpm@12 ops')
    .description('The operator’s tools of Traffic Tracker.')
    .addHelpText('after', WHERE);
  program.exitOverride().showHelpAfterError('Try --help.');
  const nouns = new Map<string, Commander>();
  for (const command of COMMANDS) {
    const [noun = '', verb] = command.name.split(' ');
    if (verb === undefined) {
      addCommand(program, noun, command, choose);
      continue;
    }
    let parent = nouns.get(noun);
    if (!parent) {
      parent = program
        .command(noun)
        .description(NOUNS[noun] ?? '')
        .exitOverride();
      nouns.set(noun, parent);
    }
    addCommand(parent, verb, command, choose);
  }
  return program;
}

function addCommand(parent: Commander, name: string, command: Command, choose: Choose): void {
  const { positional = [] } = command;
  const sub = parent.command(name).description(command.summary).exitOverride();
  for (const [option, schema] of Object.entries(command.options.shape)) {
    const { description = '', value = '<text>', fallback, required, isFlag, isList } = factsOf(schema);
    if (positional.includes(option)) {
      const argument = isList ? `${option}...` : option;
      sub.argument(required ? `<${argument}>` : `[${argument}]`, description);
      continue;
    }
    const shown = fallback === undefined || isFlag ? description : `${description} (default: ${String(fallback)})`;
    const name = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const made = new Option(isFlag ? name : `${name} ${value}`, shown);
    sub.addOption(required ? made.makeOptionMandatory() : made);
  }
  sub.option('--json', 'for machines: JSON lines, the last one is the answer');
  sub.addHelpText('after', `${command.details === undefined ? '' : `\n${command.details}\n`}${EXIT_CODES}`);
  sub.action((...passed: unknown[]) => {
    const { json, ...options } = sub.opts<Record<string, string | boolean>>();
    const given: Record<string, string | boolean | string[]> = options;
    for (const [index, option] of positional.entries()) {
      const value = passed[index] as string | string[] | undefined;
      if (value !== undefined && value.length > 0) given[option] = value;
    }
    choose(command, given, json === true);
  });
}

interface OptionFacts {
  readonly description?: string;
  readonly value?: string;
  readonly fallback?: unknown;
  readonly required: boolean;
  readonly isFlag: boolean;
  readonly isList: boolean;
}

/** What the help needs to know of an option, from its schema. */
function factsOf(schema: z.core.$ZodType): OptionFacts {
  const required = !(schema instanceof z.ZodDefault || schema instanceof z.ZodOptional);
  const fallback = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.def.innerType : schema;
  const meta = { ...z.globalRegistry.get(inner), ...z.globalRegistry.get(schema) } as {
    description?: string;
    value?: string;
  };
  return { ...meta, fallback, required, isFlag: inner instanceof z.ZodBoolean, isList: inner instanceof z.ZodArray };
}
