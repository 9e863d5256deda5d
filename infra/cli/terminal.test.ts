import { describe, expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

function terminal(options: { json?: boolean; isTTY?: boolean } = {}) {
  let printed = '';
  let errors = '';
  let nowMs = 0;
  const made = createTerminal({
    json: options.json ?? false,
    out: { write: (text) => (printed += text), isTTY: options.isTTY ?? false },
    err: { write: (text) => (errors += text) },
    now: () => nowMs,
  });
  return { ...made, pass: (ms: number) => (nowMs += ms), printed: () => printed, errors: () => errors };
}

describe('operator’s terminal', () => {
  it('redraws a progress bar in place, with the rate and the remaining time', () => {
    const shown = terminal({ isTTY: true });
    shown.bar('Replaying', 0, 1_000);
    shown.pass(2_000);
    shown.bar('Replaying', 500, 1_000);
    expect(shown.printed().split('\r').at(-1)).toBe(
      '\u001b[KReplaying [############............] 50%  500 of 1,000  250/s  2 s left',
    );
    shown.pass(2_000);
    shown.bar('Replaying', 1_000, 1_000);
    shown.say('Done.');
    expect(shown.printed()).toMatch(/100% {2}1,000 of 1,000 {2}250\/s\nDone\.\n$/);
  });

  it('prints a progress line from time to time when the output is no terminal', () => {
    const shown = terminal();
    for (let done = 0; done <= 1_000; done += 100) {
      shown.bar('Replaying', done, 1_000);
      shown.pass(1_000);
    }
    expect(
      shown
        .printed()
        .trim()
        .split('\n')
        .map((line) => /(\d+)%/.exec(line)?.[1]),
    ).toEqual(['0', '50', '100']);
  });

  it('prints only JSON lines with --json', () => {
    const shown = terminal({ json: true });
    shown.say('for people');
    shown.bar('Replaying', 1, 2);
    shown.item({ position: '1' }, 'for people');
    shown.end({ data: { records: 1 }, lines: ['for people'] });
    expect(shown.printed()).toBe('{"position":"1"}\n{"records":1}\n');
  });

  it('prints failures to standard error', () => {
    const shown = terminal();
    shown.end({ exitCode: 1, data: {}, lines: ['It failed.'] });
    expect([shown.printed(), shown.errors()]).toEqual(['', 'It failed.\n']);
  });
});
