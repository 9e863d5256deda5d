/**
 * Figures that are asked for again at one time are shown in one moment: after a sale its revenue must not appear next to the old number of
 * sales. The first answer of a query is shown at once, and so are the others when one of them takes too long.
 */
const WAIT_AT_MOST_MS = 2_000;

let underWay = 0;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function showAll(): void {
  clearTimeout(timer);
  timer = undefined;
  const all = waiting;
  waiting = [];
  for (const show of all) show();
}

/** The same answer, as soon as all that wait with it are there. A failure waits for nothing. */
export async function together<Answer>(asked: Promise<Answer>): Promise<Answer> {
  underWay += 1;
  try {
    await asked;
  } finally {
    underWay -= 1;
    if (underWay === 0) showAll();
  }
  if (underWay > 0) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      timer ??= setTimeout(showAll, WAIT_AT_MOST_MS);
    });
  }
  return asked;
}

/** For the notices to the parts of a screen: all of one moment in one task, which the browser paints once. */
export function inOneTask(): (notify: () => void) => void {
  let notices: (() => void)[] = [];
  const run = () => {
    const all = notices;
    notices = [];
    for (const notify of all) notify();
  };
  return (notify) => {
    if (notices.push(notify) === 1) setTimeout(run);
  };
}
