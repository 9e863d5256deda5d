// `http-bridge.ts` as a program, where no ClickHouse server can be had: <data directory> <port, 0 for any> <password>. It keeps port and
// password when it comes back. A parent that forked it is sent the URL, and takes it along when it ends.
import { mkdirSync } from 'node:fs';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { startHttpBridge } from './http-bridge.ts';

const [, , dataDir = '', port = '', password = ''] = process.argv;
mkdirSync(dataDir, { recursive: true });
const logger = createLogger({ level: 'warn', name: 'clickhouse' });
const bridge = await startHttpBridge({ dataDir, port: Number(port), password, logger });
process.once('SIGTERM', () => {
  void bridge.close().then(() => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
process.send?.(bridge.url);
