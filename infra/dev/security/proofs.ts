// Reads the table of infra/docs/security.md. Its rows are '| requirement | how | proof |', and a proof is `path` “title”.
import { testCalls } from '../spec/test-calls.ts';

interface Row {
  /** The first words of the row, to find it by. */
  readonly name: string;
  readonly proofs: readonly { readonly path: string; readonly title: string }[];
}

/** One sentence for each row without a proof and for each proof that is not there. `read` gives a file, or undefined. */
export function missingProofs(markdown: string, read: (path: string) => string | undefined): string[] {
  const rows = rowsOf(markdown);
  if (rows.length === 0) return ['The table has no rows.'];
  return rows.flatMap(({ name, proofs }) => {
    if (proofs.length === 0) return [`${name}: names no test`];
    return proofs.flatMap(({ path, title }) => {
      const source = read(path);
      if (source === undefined) return [`${name}: there is no ${path}`];
      return hasTest(path, source, title) ? [] : [`${name}: ${path} has no test '${title}'`];
    });
  });
}

function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| *\d+\.\d+\.\d+/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const proofs = [...(cells.at(-2) ?? '').matchAll(/`([^`]+\.tsx?)`\s+“([^”]+)”/g)];
      return {
        name: cells[1] ?? '',
        proofs: proofs.map(([, path = '', title = '']) => ({ path, title: title.replaceAll('\\|', '|') })),
      };
    });
}

const hasTest = (path: string, source: string, title: string) =>
  testCalls(path, source).some((call) => call.title === title);
