// Measures the speed of a download over HTTP and the growth of the server's memory during it.

const NEWLINE = 10;
const MEBIBYTE = 2 ** 20;

export interface Download {
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Growth of this process's memory from a tenth of the download to its peak. */
  readonly growthMib: number;
}

/** Discards the body and counts line breaks, which our values never contain. Downloads twice: the first run only finds out the size. */
export async function measureDownload(url: string, cookie: string): Promise<Download> {
  const { bytes } = await read(url, cookie, Number.POSITIVE_INFINITY);
  const begin = performance.now();
  const { rows, atTenth, most } = await read(url, cookie, bytes / 10);
  const rowsPerSecond = Math.round(rows / ((performance.now() - begin) / 1000));
  return { rows, rowsPerSecond, growthMib: Math.round((most - atTenth) / MEBIBYTE) };
}

async function read(url: string, cookie: string, tenth: number) {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  const seen = { bytes: 0, lines: 0, atTenth: 0, most: 0 };
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    seen.lines += linesIn(chunk);
    seen.bytes += chunk.length;
    const { rss } = process.memoryUsage();
    seen.most = Math.max(seen.most, rss);
    if (seen.atTenth === 0 && seen.bytes >= tenth) seen.atTenth = rss;
  }
  return { ...seen, rows: seen.lines - 1 };
}

/** The reader shares the server's process, so that its work per byte slows the server down. */
function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
