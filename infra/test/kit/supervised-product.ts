/** The whole product below its parent, as `npx -y pnpm@12 start` runs it. Its arguments: the port of the inspector that SIGUSR1 opens, and MiB of heap. */

import { runParent } from '@tracker/infra/program/parent';

const [, , inspectPort, heapMb] = process.argv;
process.execArgv.push(`--inspect-port=127.0.0.1:${inspectPort}`);
process.exitCode = await runParent({ entry: 'infra/standalone/main.ts', args: [], heapMb: Number(heapMb) });
