/** How a part of `npx -y pnpm@12 test:nightly` ended, what is kept of it in `.nightly`, and the tables of all of them. */
import { styleText } from 'node:util';
import { MARKS_MISSED } from '@tracker/test/bench/report';

export interface Outcome {
  /** `MISSED`: it ran to its end, and a mark of speed was missed. */
  readonly result: 'passed' | 'MISSED' | 'FAILED' | 'skipped';
  /** What it showed, why it failed, or what was skipped and what to install. */
  readonly note: string;
}

/** Of the last run of a part, whenever that was. */
export interface Row extends Outcome {
  readonly name: string;
  /** Of what the part tries: `kills 100, rate 300`. */
  readonly size: string;
  readonly seconds: number;
  /** How many times slower than an idle machine this one was before the part began. */
  readonly slowness: number;
  /** With a `+` where the checkout had changes that were not committed. */
  readonly commit: string;
  /** When it began, ISO 8601. */
  readonly at: string;
}

/** What a command prints when this machine lacks something: `*** THE TESTS ARE SKIPPED: why ***`. */
const SKIPPED = /\*\*\* (.*\bSKIPPED: .*) \*\*\*/g;

/** A command that left something out is not green, although it ended well. `shows`: the lines of its output that say what it did. */
export function outcomeOf(code: number | null, output: string, log: string, shows: RegExp): Outcome {
  const skipped = [...output.matchAll(SKIPPED)].map(([, sentence = '']) => sentence);
  const shown = [...output.matchAll(new RegExp(shows, 'gm'))].map(([line]) => line.trim().replaceAll(/\s{2,}/g, ' '));
  const sentences = [...shown, ...skipped];
  if (code === MARKS_MISSED) return { result: 'MISSED', note: sentences.join('; ') };
  if (code !== 0) {
    const why = `${code === null ? 'killed' : `exit code ${code}`}, see ${log}`;
    return { result: 'FAILED', note: [why, ...shown].join('; ') };
  }
  return { result: skipped.length > 0 ? 'skipped' : 'passed', note: sentences.join('; ') };
}

const COLOURS = { passed: 'green', MISSED: 'yellow', FAILED: 'red', skipped: 'yellow' } as const;

export function tableOf(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, result, seconds, note }) => {
    const cells = [
      name.padEnd(width),
      styleText(COLOURS[result], result.padEnd(7)),
      `${seconds.toFixed(0).padStart(6)} s`,
    ];
    return [...cells, note].join('  ').trimEnd();
  });
}

export interface PartOfTable {
  readonly name: string;
  readonly what: string;
}

const HEAD = ['part', 'what it tries', 'size', 'result', 'what it showed', 'seconds', 'slowness', 'begun', 'commit'];

/** The document that is committed: all parts, also those that never ran. `machine`: what they ran on. */
export function documentOf(parts: readonly PartOfTable[], rows: readonly Row[], machine: string): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  const lines = parts.map(({ name, what }) => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) return line([name, what, '', 'never ran', '', '', '', '', '']);
    const { size, result, note, seconds, slowness, at, commit } = row;
    const begun = `${at.slice(0, 16).replace('T', ' ')} UTC`;
    return line([name, what, size, result, note, seconds.toFixed(0), slowness.toFixed(1), begun, commit]);
  });
  const slowest = Math.max(1, ...rows.map(({ slowness }) => slowness));
  return [
    '# The night',
    '',
    '`npx -y pnpm@12 test:nightly --table infra/docs/nightly.md` runs what is too long for `test`, one part after the other, and writes this table; do not edit it by hand.',
    'Each part keeps the row of its last run in `.nightly`, so that one of them can be run again (`--only crash`) without the others.',
    '',
    `Machine: ${machine}. Slowness is how many times slower than an idle machine it was before a part began.`,
    ...(slowest >= SHARED
      ? [
          'The machine was shared with other work: seconds and marks of speed of this run say nothing about the product.',
        ]
      : []),
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...lines,
    '',
  ].join('\n');
}

/** From here on another program used the machine. */
const SHARED = 1.3;
