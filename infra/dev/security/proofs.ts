// Reads the tables of infra/docs/security.md. Their rows are '| requirements | how | proof |': a requirement is a number such as 6.2.1, and a
// proof is `path` “title” of a test, or a word of VERDICTS, with files where it names some. A table '| attack | how | proof |' has the same proofs.
import { testCalls } from '../spec/test-calls.ts';

interface Row {
  readonly requirements: readonly string[];
  /** The first words of the row, to find it by. */
  readonly name: string;
  readonly proof: string;
}

/** What a row may say instead of naming a test. */
const VERDICTS = ['no', 'n/a', 'code', 'file', 'operator'];
const OF_FILES = ['code', 'file'];
const TEST = /`([^`]+\.tsx?)`\s+“([^”]+)”/g;

/** One sentence for each requirement without a row, each row without a proof, and each proof that is not there. `read` gives a file, or undefined. */
export function missingProofs(
  markdown: string,
  required: readonly string[],
  read: (path: string) => string | undefined,
): string[] {
  const rows = rowsOf(markdown);
  const found = rows.flatMap(({ requirements }) => requirements);
  return [
    ...required.filter((one) => !found.includes(one)).map((one) => `${one} has no row`),
    ...found.filter((one) => !required.includes(one)).map((one) => `${one} is no requirement of levels 1 and 2`),
    ...found.filter((one, index) => found.indexOf(one) < index).map((one) => `${one} has two rows`),
    ...[...rows, ...attacksOf(markdown)].flatMap((row) => mistakesOf(row, read)),
  ];
}

function mistakesOf({ name, proof }: Row, read: (path: string) => string | undefined): string[] {
  const tests = [...proof.matchAll(TEST)];
  const rest = proof.replaceAll(TEST, '');
  const verdicts = [...rest.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word);
  const files = [...rest.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  const needsFile = verdicts.some((word) => OF_FILES.includes(word));
  return [
    ...(tests.length === 0 && verdicts.length === 0 ? [`${name}: names no test`] : []),
    ...verdicts.filter((word) => !VERDICTS.includes(word)).map((word) => `${name}: '${word}' is no verdict`),
    ...(needsFile && files.length === 0 ? [`${name}: names no file`] : []),
    ...files.filter((path) => read(path) === undefined).map((path) => `${name}: there is no ${path}`),
    ...tests.flatMap(([, path = '', title = '']) => {
      const source = read(path);
      if (source === undefined) return [`${name}: there is no ${path}`];
      return hasTest(path, source, title.replaceAll('\\|', '|')) ? [] : [`${name}: ${path} has no test '${title}'`];
    }),
  ];
}

const rowsOf = (markdown: string): Row[] =>
  markdown
    .split('\n')
    .filter((line) => /^\| *\d+\.\d+\.\d+/.test(line))
    .map(toRow);

function attacksOf(markdown: string): Row[] {
  const lines = markdown.split('\n');
  return lines.flatMap((head, at) => {
    if (!/^\| *attack *\|/.test(head)) return [];
    const below = lines.slice(at + 2);
    const end = below.findIndex((line) => !line.startsWith('|'));
    return below.slice(0, end === -1 ? undefined : end).map(toRow);
  });
}

function toRow(line: string): Row {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const name = cells[1] ?? '';
  const requirements = /^(?:\d+\.\d+\.\d+ )+/.exec(`${name} `)?.[0].trim().split(' ') ?? [];
  return { requirements, name, proof: cells.at(-2) ?? '' };
}

const hasTest = (path: string, source: string, title: string) =>
  testCalls(path, source).some((call) => call.title === title);
