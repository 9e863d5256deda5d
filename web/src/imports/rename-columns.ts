// A file of another tool (UTMify documents no format of its own), whose columns have other names than those that the import reads: its first line is written again with the names that a person
// chose. All else of it stays as it is.

export interface FileText {
  readonly separator: string;
  /** What is before the header: Excel's line that names the separator. */
  readonly before: string;
  readonly header: readonly string[];
  readonly rest: string;
}

const SEPARATORS = [';', '\t', ','];

/** As the server decodes and cuts it. */
export async function readFileText(file: Blob): Promise<FileText> {
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  const [before = ''] = /^(?:sep=.\r?\n)?\s*/i.exec(text) ?? [];
  const end = text.slice(before.length).search(/\r?\n/);
  const line = end < 0 ? text.slice(before.length) : text.slice(before.length, before.length + end);
  const unquoted = line.replace(/"[^"]*"/g, '');
  const named = /^sep=(.)/i.exec(before)?.[1];
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  const separator = named ?? SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  return { separator, before, header: cellsOf(line, separator), rest: text.slice(before.length + line.length) };
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.map((cell) => cell.trim());
}

/** @param places the place in the header of each name that the import knows; a column of that name elsewhere is read no more */
export function renamed({ separator, before, header, rest }: FileText, places: ReadonlyMap<string, number>): Blob {
  const names = new Map([...places].map(([name, place]) => [place, name]));
  const cells = header.map((cell, place) => {
    const name = names.get(place) ?? (places.has(cell.toLowerCase()) ? `${cell} (2)` : cell);
    return `"${name.replaceAll('"', "'")}"`;
  });
  return new Blob([before, cells.join(separator), rest], { type: 'text/csv' });
}
