// The type of an `npx -y pnpm@12 ops` command. The same functions run inside the product's process, directly against the stores of a
// distributed product, and on the data directory of a stopped product. They reach their surroundings only through `OpsDeps`.
import type { Caches } from '@tracker/infra/caches/caches';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Config } from '@tracker/infra/config/config';
import type { StartError } from '@tracker/infra/errors/start-error';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { Recorder } from '@tracker/infra/event-log/recorder';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Geo } from '@tracker/processor/lookups/geo';
import type { Topic } from '@tracker/schemas/events/topics';
import { z } from 'zod';

/** How long a command waits for a log that is silent. */
export interface LogWaits {
  /** The first line about a log that is silent, and then again each so long. */
  readonly noticeMs: number;
  /** Brokers that change places, or restart, take seconds; one record of a slow disk as well. */
  readonly endMs: number;
}

export interface OpsSpool {
  readonly dir: string;
  /** Absent of a spool that another process has: it is left alone. */
  readonly recorder?: Pick<Recorder, 'status' | 'drain'>;
  /** The process that has it. */
  readonly holder?: string;
}

export interface OpsDeps {
  readonly config: Config;
  /** Of the owner of the tables, who sees the rows of all tenants. */
  readonly databaseUrl: string;
  /** Where spools are; absolute. */
  readonly dataDir: string;
  /** BACKUP_URL and BACKUP_KEEP_DAYS; absent where no backups are kept. */
  readonly backups?: { readonly url: string; readonly keepDays: number } | undefined;
  /** For links to screens; without a trailing slash. */
  readonly publicUrl: string;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog<Topic>;
  /** How long a command waits for a log that is silent; as in `watched-log.ts` when absent. */
  readonly logWaits?: LogWaits;
  readonly caches: Pick<Caches, 'tenants' | 'campaigns'>;
  readonly tableLock: TableLock;
  readonly keyring: Keyring;
  readonly persons: Persons;
  /** Opened when a replay needs it, since the map of places is large. */
  readonly geo: () => Promise<Geo>;
  /** The spool of this process; else each spool of the data directory, one after the other, open for the time of `work`. */
  readonly eachSpool: <T>(work: (spool: OpsSpool) => Promise<T>) => Promise<T[]>;
  /** Runs `work` while no processor of this process reads the log; absent where the processors run elsewhere. */
  readonly withoutProcessor?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Makes a key of the data directory's own and gives its id; absent where APP_KEYS is set. */
  readonly addKey?: (() => string) | undefined;
  /** LOG_RETENTION_DAYS; null: the event log is kept whole. */
  readonly logRetentionDays: number | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What the exit code of `npx -y pnpm@12 ops` says. Scripts rely on these. */
export const EXIT = {
  ok: 0,
  /** It was done and failed, or a comparison found a difference. */
  failed: 1,
  /** The command line is wrong, or the command does not fit what is there. Nothing was done. */
  usage: 2,
  /** A store, the log or the product was not reached. */
  unreachable: 3,
  /** Another process has what the command needs: another replay, a processor that reads. Try again. */
  busy: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A refusal with a sentence for the operator; no stack is shown. */
export class OpsError extends Error {
  override readonly name = 'OpsError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What a command prints while it runs. */
export interface Report {
  /** For people; kept out of `--json`. */
  say(line: string): void;
  bar(label: string, done: number, total: number): void;
  /** One of many answers: a JSON line of its own with `--json`. */
  item(data: unknown, line: string): void;
}

/** The answer: `data` with `--json`, `lines` for people. `data` must be what JSON can hold. */
export interface Outcome {
  readonly exitCode?: ExitCode;
  readonly data: unknown;
  readonly lines: readonly string[];
}

export interface RunContext {
  /** Who asked for it: `operator:<name>@<host>`. */
  readonly actor: string;
  readonly report: Report;
  /** Aborted by Ctrl-C, by the end of the product, or when the terminal is gone. */
  readonly signal: AbortSignal;
}

export interface Command<Options extends z.ZodObject = z.ZodObject> {
  /** `<noun> <verb>`, or a noun alone. */
  readonly name: string;
  readonly summary: string;
  /** More for `--help`. */
  readonly details?: string;
  /** Names of options that are given without their name, in this order. */
  readonly positional?: readonly (keyof z.input<Options> & string)[];
  readonly options: Options;
  /** Left out of the audit log: a person's data. */
  readonly personal?: readonly (keyof z.input<Options> & string)[];
  /** Needs no store, and runs also while none answers. */
  readonly isForOutages?: true;
  /** Changes nothing, so it runs also while the database answers and takes nothing. */
  readonly onlyLooks?: true;
  /** `migrate`: brings the schemas up to date, also with MIGRATE=off. `leave`: looks at them as they are, also with MIGRATE=on. */
  readonly schemas?: 'migrate' | 'leave';
  /** `leave`: opens stores of different installations, too. */
  readonly installation?: 'leave';
  /** What it answers where the stores cannot be opened at all. */
  whenClosed?(error: StartError, config: Config): Promise<Outcome>;
  run(deps: OpsDeps, options: z.output<Options>, context: RunContext): Promise<Outcome>;
}

export const defineCommand = <Options extends z.ZodObject>(command: Command<Options>): Command =>
  command as unknown as Command;

// The options as the command line gives them: texts and flags.

export const flag = (description: string) => z.boolean().default(false).meta({ description });

export const yes = (what: string) => flag(`${what}; without it, only what would be done is shown`);

export const text = (value: string, description: string) => z.string().min(1).meta({ description, value });

export const whole = (value: string, description: string, max = 1_000_000_000) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= 1 && number <= max, `must be from 1 to ${max}`)
    .meta({ description, value });

const AGO = /^(\d{1,6})(m|h|d)$/;
const AGO_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** An instant: ISO 8601 (a day alone begins at midnight UTC), or how long ago, as in 90m, 6h, 30d. */
export const moment = (description: string) =>
  z
    .string()
    .transform((given, context) => {
      const [, count, unit] = AGO.exec(given) ?? [];
      const ms =
        count === undefined ? Date.parse(given) : Date.now() - Number(count) * AGO_MS[unit as keyof typeof AGO_MS];
      if (Number.isFinite(ms) && /^\d/.test(given)) return new Date(ms);
      context.addIssue('must be an instant such as 2026-11-20T15:00:00Z, or 90m, 6h or 30d for that long ago');
      return z.NEVER;
    })
    .meta({ description, value: '<when>' });
