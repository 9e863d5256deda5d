/**
 * Do two versions of the product give the same figures? For developers; `node infra/test/golden/golden.ts` in the checkout of a version:
 *
 *   record FOLDER               once, with the version before: makes the log (FOLDER/log.jsonl, FOLDER/moment.json)
 *   replay FOLDER ANSWERS       with each version: reads the log into an empty product and asks the API everything (ANSWERS, JSON lines)
 *   compare ANSWERS ANSWERS     prints every place where they differ; exit code 1 when there is one
 *
 * A replay runs at the moment of the recording (clock.ts), so that it can be repeated on a later day. It takes some five minutes.
 */
import './clock.ts';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import { record } from './record.ts';
import { replay } from './replay.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [command, one, other] = positionals;

if (command === 'record' && one) {
  mkdirSync(one, { recursive: true });
  const { endMs, records } = await record();
  writeFileSync(join(one, 'moment.json'), JSON.stringify({ endMs }));
  const file = createWriteStream(join(one, 'log.jsonl'));
  for (const entry of records) file.write(`${JSON.stringify(entry)}\n`);
  await new Promise((resolve) => file.end(resolve));
  const counts: Record<string, number> = {};
  for (const { event } of records) counts[event?.type ?? 'no event'] = (counts[event?.type ?? 'no event'] ?? 0) + 1;
  console.log(records.length, counts);
} else if (command === 'replay' && one && other) {
  const { endMs } = JSON.parse(readFileSync(join(one, 'moment.json'), 'utf8')) as { endMs: number };
  const file = createWriteStream(other);
  await replay({ logFile: join(one, 'log.jsonl'), endMs }, (answer) => file.write(`${JSON.stringify(answer)}\n`));
  await new Promise((resolve) => file.end(resolve));
} else if (command === 'compare' && one && other) {
  process.exitCode = (await compare(one, other)) ? 0 : 1;
} else {
  console.error('record FOLDER, replay FOLDER ANSWERS or compare ANSWERS ANSWERS');
  process.exitCode = 2;
}
