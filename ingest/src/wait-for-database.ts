// Ingest cannot start without the database: it holds the campaigns, the keys and the numbers of click ids. While it is away, a restarted
// ingest waits for it and says so, instead of ending: a container that keeps ending is started again ever more slowly.
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@tracker/infra/config/config';
import { AppError } from '@tracker/infra/errors/app-error';
import { isUnavailable } from '@tracker/infra/errors/store-errors';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { connect } from '@tracker/infra/postgres/connect';
import { withQueryTimeout } from '@tracker/infra/postgres/query-timeout';
import { isRefusedLogin } from '@tracker/infra/postgres/start-refusal';
import type { Logger } from '@tracker/infra/telemetry/logger';

const ASK_EVERY_MS = 500;

interface Waiting {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Resolves when the database answers. Until then /readyz is 503 and names it, and every other request is refused with 503. */
export async function waitForDatabase(lifecycle: Lifecycle, { config, databaseUrl, logger }: Waiting): Promise<void> {
  await lifecycle.add({
    name: 'database',
    async start() {
      let reason = await reasonAway(databaseUrl, logger);
      if (reason === undefined) return;
      const app = refusingServer(config, logger);
      await listen(app, config);
      logger.warn(
        { event: 'ingest.database.awaited', err: reason },
        'ingest cannot start, the database of DATABASE_URL does not answer; waiting for it',
      );
      while (reason !== undefined && !lifecycle.stopping) {
        await delay(ASK_EVERY_MS);
        reason = await reasonAway(databaseUrl, logger);
      }
      await app.close();
    },
  });
}

/** Undefined when it answers, be it with a refusal: that ends the start, with its own sentence. */
async function reasonAway(url: string, logger: Logger): Promise<Error | undefined> {
  const sql = connect({ url, logger, name: 'probe', max: 1, role: null });
  try {
    await withQueryTimeout(Promise.resolve(sql`SELECT 1`));
  } catch (error) {
    if (error instanceof Error && isUnavailable(error) && !isRefusedLogin(error)) return error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

function refusingServer({ trustProxy, visitorHeader, publicUrl }: Config, logger: Logger) {
  const app = createServer({ logger, trustProxy, visitorHeader, https: publicUrl.startsWith('https:') });
  registerHealth(app, {
    async postgres() {
      throw new Error('the database does not answer');
    },
  });
  app.all('/*', {
    // Before the body is read.
    async onRequest(_request, reply) {
      reply.header('access-control-allow-origin', '*');
      throw new AppError('unavailable', { retryAfterSeconds: 5 });
    },
    handler: () => undefined,
  });
  return app;
}
