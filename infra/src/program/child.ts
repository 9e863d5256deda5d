// The side of a program that has a parent (parent.ts).
import type { Sql } from '../postgres/connect.ts';
import { RESTARTED, recordLimitReached } from '../postgres/tables/limits-reached.ts';
import type { Logger } from '../telemetry/logger.ts';
import { metrics } from '../telemetry/metrics.ts';
import type { Ready, Restarted } from './parent.ts';

export interface Reporting {
  /** Of a program that prints JSON lines alone. */
  readonly logName?: string;
  onRestarted(restarts: number): void;
}

/** Reports where the program answers; without a parent nothing happens. A program whose parent is gone stops as by SIGTERM. */
export function reportToParent(url: string, { logName, onRestarted }: Reporting): void {
  if (!process.send) return;
  process.once('message', ({ restarts }: Restarted) => onRestarted(restarts));
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send({ healthUrl: new URL('/healthz', url).href, ...(logName && { logName }) } satisfies Ready);
  // It keeps no program alive that is done.
  process.channel?.unref();
}

/** For an operator: the program was ended and started again. */
export function noteRestart(sql: Sql, logger: Logger): (restarts: number) => void {
  return (restarts) => {
    metrics.programRestarts.set(restarts);
    logger.error({ event: 'lifecycle.restarted', restarts }, 'program had ended or was silent; started again');
    recordLimitReached(sql, RESTARTED, 1).catch((error: unknown) => {
      logger.debug({ err: error }, 'restart not recorded for `npx -y pnpm@12 ops doctor`');
    });
  };
}
