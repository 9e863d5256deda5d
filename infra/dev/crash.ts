/**
 * `npx -y pnpm@12 test:crash [--kills 100] [--postgres-kills 10] [--outage 60] [--rate 300] [--kafka] [--strangers] [--device] [--clock 4] [--ends heap,abort,loop,files,disk]`: the long form of the crash test
 * that `npx -y pnpm@12 test` runs in short. It fails when an acknowledged event is lost, counted twice, or has another value than its
 * sender recorded. With `--strangers`, connections are held, hostile posts without a key and hostile events in the log are mixed in, and no figure may differ from the senders' records.
 * With `--ends`, the product runs below its parent and ends as it cannot report itself; senders may wait 30 s at most. `disk` mounts a small disk, and so needs root.
 * With `--clock`, the clock of the product jumps ahead, behind and back, and that of its stores does not.
 * With `--device`, a device gets notices: it must show each conversion once, also after the replay.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crashRun } from '@tracker/test/crash/crash-run';
import { ENDS } from '@tracker/test/crash/ends';
import { isGood, reportLines } from '@tracker/test/crash/report';
import { startKafkaBroker } from '@tracker/test/kit/kafka-broker';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    'postgres-kills': { type: 'string', default: '3' },
    'broker-kills': { type: 'string', default: '3' },
    /** Seconds without a log; 0 for none. */
    outage: { type: 'string', default: '60' },
    rate: { type: 'string', default: '300' },
    kafka: { type: 'boolean', default: false },
    strangers: { type: 'boolean', default: false },
    /** Jumps of the programs' clock, 45 s ahead or behind and back; that of the stores stays. */
    clock: { type: 'string', default: '0' },
    ends: { type: 'string', default: '' },
    /** A device with notices: each conversion is on it once. */
    device: { type: 'boolean', default: false },
  },
});

const ends = ENDS.filter((end) => values.ends.split(',').includes(end));
const disk = ends.includes('disk') ? mountDisk() : undefined;
const broker = values.kafka ? await startKafkaBroker() : undefined;
try {
  const result = await crashRun({
    eventsPerSecond: Number(values.rate),
    productKills: Number(values.kills),
    postgresKills: Number(values['postgres-kills']),
    brokerKills: broker ? Number(values['broker-kills']) : 0,
    clockJumps: Number(values.clock),
    outageMs: Number(values.outage) * 1_000,
    calmMs: 3_000,
    hasDevice: values.device,
    ends,
    dataDir: disk && join(disk.folder, 'data'),
    hasAttackers: values.strangers,
    strangersPerSecond: values.strangers ? Number(values.rate) / 4 : 0,
    ...(broker && { broker }),
    say: (line) => console.log(line),
  });
  for (const line of reportLines(result)) console.log(line);
  if (!isGood(result)) process.exitCode = 1;
} finally {
  await broker?.stop();
  disk?.unmount();
}

/** In memory, larger than what must be free for events to be taken. */
function mountDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-crash-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', folder]);
  return {
    folder,
    unmount() {
      // Lazily: a Postgres that was killed ends a moment later.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
