// An export that shows its progress and detects a truncated file. A plain link would leave both to the browser, which reports a
// truncated file only in its list of downloads.

const NEW_LINE = 10;

/** Reads a file of which each line below its head is a row; `onRows` hears how many rows came so far. Rejects when it ends before its end. */
export async function readCsv(
  response: Response,
  onRows: (rows: number) => void,
  /** Lines; a filtered file says above its columns what it is of. */
  head = 1,
): Promise<{ file: Blob; rows: number }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    pieces.push(piece.value);
    for (const byte of piece.value) if (byte === NEW_LINE) lines += 1;
    onRows(Math.max(0, lines - head));
  }
  return { file: new Blob(pieces, { type: 'text/csv' }), rows: Math.max(0, lines - head) };
}

export const fileNameOf = (response: Response, otherwise: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
