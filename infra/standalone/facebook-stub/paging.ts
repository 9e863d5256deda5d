/** The page of a list that a request asks for, as the provider gives it: cursors, and the whole next address with the token in it. */
export function pageOf<T>(rows: readonly T[], address: URL, { limitMax }: { limitMax: number }) {
  const limit = Math.max(1, Math.min(limitMax, Number(address.searchParams.get('limit') ?? 25) || 25));
  const { offset, isBlank } = readCursor(address.searchParams.get('after'));
  const end = isBlank ? offset : offset + limit;
  const data = rows.slice(offset, end);
  const cursors = { before: cursorOf(offset), after: cursorOf(end) };
  if (end >= rows.length) return { data, paging: data.length === 0 ? undefined : { cursors } };
  // After the first page comes an empty one with a next: the provider filters after it has cut its pages.
  const next = new URL(address);
  next.searchParams.set('after', cursorOf(end, offset === 0 && !isBlank));
  return { data, paging: { cursors, next: next.href } };
}

const cursorOf = (offset: number, isBlank = false) =>
  Buffer.from(`${isBlank ? 'blank' : 'row'} ${offset}`).toString('base64url');

function readCursor(after: string | null) {
  const [kind, offset] = Buffer.from(after ?? '', 'base64url')
    .toString()
    .split(' ');
  return { offset: Number(offset ?? 0) || 0, isBlank: kind === 'blank' };
}
