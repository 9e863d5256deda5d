// GET /metrics on its own port and on loopback by default: its content is for operators, and it asks for no password.
import type { Config } from '../config/config.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../telemetry/logger.ts';
import { metricsContentType, renderMetrics, startProcessMetrics } from '../telemetry/metrics.ts';
import { listen } from './listen.ts';
import { createServer, type Server } from './server.ts';

/** Starts it when ADMIN_PORT is set. Rejects with `StartError` when the port is taken. */
export async function startAdminServer(
  lifecycle: Lifecycle,
  { config, logger }: { readonly config: Pick<Config, 'adminHost' | 'adminPort'>; readonly logger: Logger },
): Promise<Server | undefined> {
  const { adminHost: host, adminPort: port } = config;
  if (port === undefined) return undefined;
  return lifecycle.add({
    name: 'admin',
    async start() {
      const app = createServer({ logger, trustProxy: false });
      startProcessMetrics();
      app.get('/metrics', async (_request, reply) => reply.type(metricsContentType).send(await renderMetrics()));
      await listen(app, { host, port, setting: 'ADMIN_PORT' });
      const address = app.server.address();
      logger.info(
        { event: 'metrics.listening', port: typeof address === 'object' ? address?.port : port },
        'metrics served at /metrics',
      );
      return app;
    },
    stop: (app) => app.close(),
  });
}
