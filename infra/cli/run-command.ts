// The single path of every command: parses the options, records the run in the audit log, runs it, records the outcome, and turns
// an error into an exit code and a sentence.
import { StoreError } from '@tracker/infra/clickhouse/errors';
import { StartError } from '@tracker/infra/errors/start-error';
import { isUnavailable } from '@tracker/infra/errors/store-errors';
import { GroupBusyError, LogUnavailableError } from '@tracker/infra/event-log/event-log';
import { probePostgres } from '@tracker/infra/postgres/probe';
import { withQueryTimeout } from '@tracker/infra/postgres/query-timeout';
import { beginAudit, endAudit } from '@tracker/infra/postgres/tables/audit-log';
import { withoutCredentials } from '@tracker/infra/telemetry/logger';
import type { z } from 'zod';
import { keepRun, storeKeptRuns } from './audit-file.ts';
import { type Command, EXIT, type ExitCode, type OpsDeps, OpsError, type Outcome, type RunContext } from './command.ts';
import { commandNamed } from './commands.ts';
import { watchedClickHouse } from './watched-clickhouse.ts';
import { watchedLog } from './watched-log.ts';

/** As they came from the command line: texts and flags by name. */
export type GivenOptions = Readonly<Record<string, unknown>>;

export interface CommandRequest {
  readonly command: string;
  readonly options: GivenOptions;
  readonly actor: string;
}

/** Where it prints, and when it is to stop. */
export type Surroundings = Omit<RunContext, 'actor'>;

/** Rejects never: what goes wrong is an outcome. */
export async function runCommand(deps: OpsDeps, request: CommandRequest, context: Surroundings): Promise<Outcome> {
  try {
    const command = commandNamed(request.command);
    const options = readOptions(command, request.options);
    const watching = {
      ...deps,
      log: watchedLog(deps.log, context.report, deps.logWaits),
      clickhouse: watchedClickHouse(deps.clickhouse, context.report),
    };
    return await audited(deps, command, request, () =>
      command.run(watching, options, { ...context, actor: request.actor }),
    );
  } catch (error) {
    deps.logger.info(
      { event: 'ops.command.failed', command: request.command, err: error },
      'ops command failed; the reason is returned to the operator',
    );
    return failure(error, context.signal);
  }
}

/** Throws `OpsError` with a sentence for each option that is wrong. */
export function readOptions(command: Command, given: GivenOptions): z.output<Command['options']> {
  const parsed = command.options.strict().safeParse(given);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(
    (issue) => `${issue.path.map((name) => `--${String(name)}`).join('.')}: ${issue.message}`,
  );
  throw new OpsError(EXIT.usage, sentences.join('\n'));
}

async function audited(
  { postgres, dataDir }: OpsDeps,
  command: Command,
  { options, actor }: CommandRequest,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const details = Object.fromEntries(
    Object.entries(options).filter(([name]) => !command.personal?.includes(name as never)),
  );
  const action = command.name.replace(' ', '.');
  // Asked first, and for a moment only: in an outage the driver would wait for the store as long as that lasts, and the operator with it.
  try {
    await withQueryTimeout(probePostgres(postgres.sql));
    await storeKeptRuns(postgres, dataDir);
  } catch (error) {
    if (!(command.isForOutages || command.onlyLooks) || !isUnavailable(error)) throw error;
    if (!command.isForOutages) await withQueryTimeout(Promise.resolve(postgres.sql`SELECT 1`));
    const outcome = await run();
    const kept = { actor, action, details, outcome: outcomeOf(outcome), ranAt: new Date().toISOString() };
    return { ...outcome, lines: [...outcome.lines, keepRun(dataDir, kept)] };
  }
  const id = await beginAudit(postgres, { tenantId: null, actor, action, details });
  const end = (outcome: string) => endAudit(postgres, null, id, outcome);
  try {
    const outcome = await run();
    await end(outcomeOf(outcome));
    return outcome;
  } catch (error) {
    await end(OUTCOMES.get(codeOf(error)) ?? 'failed').catch(() => undefined); // The first error is the one to report.
    throw error;
  }
}

const outcomeOf = ({ exitCode = EXIT.ok }: Outcome): string => OUTCOMES.get(exitCode) ?? 'failed';

const OUTCOMES = new Map<ExitCode, string>(Object.entries(EXIT).map(([name, code]) => [code, name]));

export function failure(error: unknown, signal?: AbortSignal): Outcome {
  const exitCode = signal?.aborted ? EXIT.interrupted : codeOf(error);
  const message = exitCode === EXIT.interrupted ? 'Interrupted.' : sentenceOf(error);
  return { exitCode, data: { error: message }, lines: [message] };
}

function codeOf(error: unknown): ExitCode {
  if (error instanceof OpsError) return error.exitCode;
  if (error instanceof GroupBusyError) return EXIT.busy;
  if (error instanceof LogUnavailableError || error instanceof StartError || isUnavailable(error))
    return EXIT.unreachable;
  if (error instanceof StoreError && error.kind === 'busy') return EXIT.unreachable;
  return EXIT.failed;
}

function sentenceOf(error: unknown): string {
  const message = withoutCredentials(error instanceof Error ? error.message : String(error));
  if (error instanceof OpsError || error instanceof StartError) return message;
  if (codeOf(error) === EXIT.unreachable) return `A store does not answer or takes nothing: ${message}.`;
  return `It failed: ${message}.`;
}
