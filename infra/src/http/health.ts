// GET /healthz: the process lives. GET /readyz: 200 when it can work, with warnings (the way to us, a lesser part that is away); else
// 503 and the list of what is missing.
import { AppError } from '../errors/app-error.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import { errorBody } from './error-answer.ts';
import type { Server } from './server.ts';

/** A check resolves when its part works and rejects when it does not. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

const checkTimeoutMs = 2_000;

export interface HealthNotes {
  list?(): readonly string[];
  /** Parts without which the program is still worth its requests: one that is away is a warning, `redis-away`. */
  readonly lesser?: HealthChecks;
}

export function registerHealth(app: Server, checks: HealthChecks, { list, lesser = {} }: HealthNotes = {}): void {
  let running: Promise<string[][]> | undefined;

  // One round of checks at a time, for any number of callers.
  const missing = () => {
    running ??= Promise.all([findMissing(checks), findMissing(lesser)]).finally(() => {
      running = undefined;
    });
    return running;
  };

  app.get('/healthz', () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    const [names = [], away = []] = await missing();
    if (names.length === 0) {
      const warnings = [...(list?.() ?? []), ...away.map((name) => `${name}-away`)];
      return { status: 'ready', ...(warnings.length > 0 && { warnings }) };
    }
    reply.code(503).header('retry-after', 5);
    return { ...errorBody(new AppError('not-ready', { params: { missing: names } }), request.id), missing: names };
  });
}

async function findMissing(checks: HealthChecks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(checkTimeoutMs, check(), () => {
          throw new Error('timeout');
        });
        return undefined;
      } catch {
        return name;
      }
    }),
  );
  return results.filter((name) => name !== undefined);
}
