// The output for operators: text lines and a progress bar on a terminal, JSON lines for machines.
import type { Outcome, Report } from './command.ts';
import { count, duration } from './format.ts';

export interface Terminal extends Report {
  end(outcome: Outcome): void;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const BAR_WIDTH = 24;
/** Without a terminal a bar is a line now and then. */
const LINE_EVERY_MS = 5_000;

/** With `json`, standard output carries JSON lines only; bars and remarks for people are left out. */
export function createTerminal(options: { json: boolean; out: Output; err: Output; now: () => number }): Terminal {
  const { json, out, err, now } = options;
  let bar: { label: string; startedAt: number; startedFrom: number; writtenAt: number; open: boolean } | undefined;

  function closeBar() {
    if (bar?.open) out.write('\n');
    bar = undefined;
  }

  return {
    say(line) {
      if (json) return;
      closeBar();
      out.write(`${line}\n`);
    },

    bar(label, done, total) {
      if (json) return;
      if (bar?.label !== label) {
        closeBar();
        bar = { label, startedAt: now(), startedFrom: done, writtenAt: Number.NEGATIVE_INFINITY, open: false };
      }
      const text = barText(label, done, total, {
        done: done - bar.startedFrom,
        seconds: (now() - bar.startedAt) / 1000,
      });
      const isDone = done >= total;
      if (out.isTTY) {
        out.write(`\r\u001b[K${text}`);
        bar.open = true;
      } else if (isDone || now() - bar.writtenAt >= LINE_EVERY_MS) {
        out.write(`${text}\n`);
        bar.writtenAt = now();
      }
      if (isDone) closeBar();
    },

    item(data, line) {
      closeBar();
      out.write(json ? `${JSON.stringify(data)}\n` : `${line}\n`);
    },

    end({ exitCode = 0, data, lines }) {
      closeBar();
      if (json) return void out.write(`${JSON.stringify(data)}\n`);
      for (const line of lines) (exitCode === 0 ? out : err).write(`${line}\n`);
    },
  };
}

/** `Replaying [######......] 42%  420,000 of 1,000,000  61,000/s  9 s left` */
function barText(label: string, done: number, total: number, since: { done: number; seconds: number }): string {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.round(share * BAR_WIDTH);
  const head = `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)}%`;
  const figures = [head, `${count(done)} of ${count(total)}`];
  const rate = since.seconds > 0 ? since.done / since.seconds : 0;
  if (rate > 0) figures.push(`${count(Math.round(rate))}/s`);
  if (rate > 0 && done < total) figures.push(`${duration((total - done) / rate)} left`);
  return figures.join('  ');
}
