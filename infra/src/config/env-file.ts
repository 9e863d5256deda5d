// The text of a `.env` as editors of all systems save it. What cannot be meant is refused: a setting that is lost without a word starts a new,
// empty installation next to the old data.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';

/** The settings of the file; none where there is no file. Throws `ConfigError` when it cannot be read whole. */
export function readEnvFile(path: string): Record<string, string | undefined> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return {};
    const reason = code === 'EISDIR' ? 'is a folder' : code === 'EACCES' ? 'may not be read by this user' : `${code}`;
    throw new ConfigError([`The settings file ${path} cannot be read: it ${reason}.`]);
  }
  const text = textOf(bytes, path).replaceAll(/\r\n?/g, '\n');
  refuseUnknownLines(text, path);
  return parseEnv(text);
}

const UTF8_STRICT = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 with or without a byte order mark, UTF-16 with one. */
function textOf(bytes: Buffer, path: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    const text = UTF8_STRICT.decode(bytes); // Takes the mark away.
    if (!text.includes('\0')) return text;
  } catch {
    // Refused below.
  }
  throw new ConfigError([`The settings file ${path} is not text in UTF-8; save it again with this encoding.`]);
}

const SETTING = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*?)\s*$/;
const QUOTES = ['"', "'", '`'] as const;

/** What is wrong with a line; the parser would pass over it, or take the next lines with it, and their settings would be lost. */
function mistakeIn(line: string): string | undefined {
  if (/^\s*(?:#|$)/.test(line)) return undefined;
  const value = SETTING.exec(line)?.[1];
  if (value === undefined) return 'is no setting; write it as NAME=value';
  const quote = QUOTES.find((one) => value.startsWith(one));
  if (quote === undefined) return /\S#/.test(value) ? 'has a # in its value; put the value in quotes' : undefined;
  return value.includes(quote, 1) ? undefined : `begins with ${quote} and does not end with it`;
}

function refuseUnknownLines(text: string, path: string): void {
  const mistakes = text.split('\n').flatMap((line, index) => {
    const mistake = mistakeIn(line);
    return mistake === undefined ? [] : [`Line ${index + 1} of ${path} ${mistake}.`];
  });
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}
