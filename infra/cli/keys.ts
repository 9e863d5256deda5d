// Commands for APP_KEYS: add a new key in front, encrypt everything again with it, then remove the old keys.

import { z } from 'zod';
import { defineCommand, EXIT, OpsError, yes } from './command.ts';
import { count, table } from './format.ts';
import { type RotationCount, rotateKeys } from './rotate-keys.ts';

export const keysAdd = defineCommand({
  name: 'keys add',
  summary: 'makes a new key and puts it before the others of the data directory',
  details:
    'It encrypts from the next start of the product on; `keys rotate` then encrypts everything with it. Where APP_KEYS is set, put a new key in ' +
    'front there instead: "id:base64" of 32 random bytes.',
  options: z.object({ yes: yes('makes it') }),
  async run({ addKey }, options) {
    if (!addKey) throw new OpsError(EXIT.usage, 'The keys come from APP_KEYS: put the new one in front there.');
    if (!options.yes)
      return { data: { added: null }, lines: ['Would put a new key before the others. Do it with --yes.'] };
    const keyId = addKey();
    return {
      data: { added: keyId },
      lines: [`The key ${keyId} encrypts from the next start on; then run \`npx -y pnpm@12 ops keys rotate --yes\`.`],
    };
  },
});

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'encrypts every secret again with the first key, after a new one was added',
  details:
    'Safe to interrupt, to repeat, and to run while the product runs. Remove the older keys when it says that nothing is left under them, ' +
    'and, where backups are kept, after the next `archive run`. Exit code 1 when something cannot be opened by any key.',
  options: z.object({ yes: yes('encrypts them') }),
  async run(deps, options) {
    const report = await rotateKeys(deps, { dryRun: !options.yes });
    const drawers: [string, RotationCount][] = [
      ['secrets of checkouts', report.webhookSecrets],
      ['tokens of ad platforms', report.adPlatformTokens],
      ['tokens of pixels', report.pixelTokens],
      ['second factors', report.secondFactors],
      ['keys of persons', report.personKeys],
      ['keys of addresses', report.addressKeys],
      ['keys of push notices', report.pushKeys],
      ['messages that wait', report.messages],
    ];
    const sum = (of: keyof RotationCount) => drawers.reduce((total, [, counts]) => total + counts[of], 0);
    return {
      exitCode: sum('unreadable') > 0 ? EXIT.failed : EXIT.ok,
      data: report,
      lines: [
        options.yes
          ? `${count(sum('rotated'))} secrets are encrypted again with the key ${report.keyId}.`
          : `${count(sum('rotated'))} secrets would be encrypted again with the key ${report.keyId}. Do it with --yes.`,
        ...table(
          ['', 'of this key', options.yes ? 'encrypted again' : 'of older keys', 'unreadable'],
          drawers.map(([name, one]) => [name, count(one.current), count(one.rotated), count(one.unreadable)]),
        ),
      ],
    };
  },
});
