// A program or a store as a process of this machine, which can be killed, stay away and come back at the same address.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { clearKilledRuns } from '../kit/server-processes.ts';

const PREFIX = 'tracker-apart-';
const READY = { timeoutMs: 90_000, everyMs: 50 };

/** Ends what an earlier, killed run left. */
export const clearKilledServers = () => clearKilledRuns(PREFIX);

/** A directory for a server, by whose name in its command line a later run finds it. */
export const makeServerDir = (name: string): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-${name}-`));

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
}

export interface Server {
  readonly name: string;
  /** Resolves when it answers; rejects with what it printed when it ends before. */
  start(): Promise<void>;
  /** Resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Of the process that runs. */
  pid(): number;
  /** Everything that it has printed. */
  printed(): string;
  /** Ends it and deletes its directory. */
  remove(): Promise<void>;
}

/** `command` is asked at each start: another checkout may have another one. `answers` rejects while the server does not. */
export function createServerProcess(given: {
  name: string;
  dir: string;
  command: () => ServerCommand;
  answers: () => Promise<unknown>;
  stopSignal?: NodeJS.Signals;
}): Server {
  const { name, dir, command, answers, stopSignal = 'SIGTERM' } = given;
  const log = join(dir, 'printed.log');
  writeFileSync(log, '');
  let child: ChildProcess | undefined;
  const killAtExit = () => child?.kill('SIGKILL');
  process.once('exit', killAtExit);

  async function end(signal: NodeJS.Signals) {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  }

  return {
    name,
    end,
    async start() {
      const { file, args, env, cwd, user } = command();
      const output = openSync(log, 'a');
      const started = spawn(file, args, { cwd, env, ...user, stdio: ['ignore', output, output] });
      closeSync(output);
      child = started;
      writeFileSync(join(dir, 'pid'), String(started.pid));
      await eventually(() => {
        if (started.exitCode !== null || started.signalCode !== null) return; // below
        return answers();
      }, READY);
      if (started.exitCode === null && started.signalCode === null) return;
      throw new Error(`${name} ended with ${started.exitCode ?? started.signalCode}:\n${tailOf(log)}`);
    },
    pid: () => child?.pid ?? 0,
    printed: () => readFileSync(log, 'utf8'),
    async remove() {
      await end(stopSignal);
      process.off('exit', killAtExit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const tailOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(-6).join('\n');
