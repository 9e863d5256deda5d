import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpBridge } from '@tracker/test/kit/clickhouse/http-bridge';
import { createLogger } from '../telemetry/logger.ts';
import { describeClickHouse } from './client.suite.ts';
import { openClickHouse } from './client.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const newDataDir = () => mkdtemp(join(tmpdir(), 'tracker-clickhouse-'));

describeClickHouse('embedded', async () => {
  const dataDir = await newDataDir();
  const clickhouse = await openClickHouse({ dataDir, logger });
  return {
    clickhouse,
    async close() {
      await clickhouse.close();
      await rm(dataDir, { recursive: true });
    },
  };
});

// The client for a server, over the engine's HTTP bridge.
describeClickHouse('by URL', async () => {
  const dataDir = await newDataDir();
  const bridge = await startHttpBridge({ dataDir, logger });
  const clickhouse = await openClickHouse({ url: bridge.url, logger });
  return {
    clickhouse,
    async close() {
      await clickhouse.close();
      await bridge.close();
      await rm(dataDir, { recursive: true });
    },
  };
});
