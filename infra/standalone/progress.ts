/** The terminal output while the product starts: one line per step, a bar for a long step. */
export interface Progress {
  say(line: string): void;
  /** `done` of `total`; drawn in place on a terminal, as a few lines elsewhere. */
  bar(label: string, done: number, total: number): void;
}

const BAR_WIDTH = 24;

export function createProgress(output: NodeJS.WriteStream): Progress {
  let openBar = '';
  let lastTenth = -1;
  const closeBar = () => {
    if (openBar !== '' && output.isTTY) output.write('\n');
    openBar = '';
    lastTenth = -1;
  };
  return {
    say(line) {
      closeBar();
      output.write(`${line}\n`);
    },
    bar(label, done, total) {
      const share = total > 0 ? Math.min(1, done / total) : 1;
      const filled = Math.round(share * BAR_WIDTH);
      const text = `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.round(share * 100)}%`;
      const tenth = Math.floor(share * 4);
      if (output.isTTY) output.write(`\r${text}`);
      else if (tenth !== lastTenth) output.write(`${text}\n`);
      openBar = label;
      lastTenth = tenth;
      if (share === 1) closeBar();
    },
  };
}
