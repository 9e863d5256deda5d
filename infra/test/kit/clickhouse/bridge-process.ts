// An HTTP bridge as a process of its own, since an engine belongs to one: `node bridge-process.ts DIRECTORY` prints its URL. It ends with
// the process that started it, whose end of the pipe is then closed.
import { createLogger } from '@tracker/infra/telemetry/logger';
import { startHttpBridge } from './http-bridge.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new TypeError('the directory is missing');
const bridge = await startHttpBridge({ dataDir, logger: createLogger({ level: 'silent', name: 'bridge' }) });
process.stdout.write(`${bridge.url}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
