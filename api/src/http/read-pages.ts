/** A page of rows, and the start of the next one; without `next` it is the last. */
export interface RowPage<Row, Position> {
  readonly rows: readonly Row[];
  readonly next?: Position | undefined;
}

/**
 * All rows of a list that is read in pages. While the rows of one are taken the next is already asked for, so that the store and this
 * process work at the same time; never more than these two are held.
 */
export async function* readPages<Row, Position>(
  readPage: (from: Position | undefined) => Promise<RowPage<Row, Position>>,
): AsyncGenerator<Row> {
  let coming: Promise<RowPage<Row, Position>> | undefined = readPage(undefined);
  while (coming) {
    const { rows, next }: RowPage<Row, Position> = await coming;
    coming = next === undefined ? undefined : readPage(next);
    // It fails when it is its turn, and for no one when the reader has gone.
    coming?.catch(() => undefined);
    yield* rows;
  }
}
