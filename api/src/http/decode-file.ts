// The text of a file, and what is no text: the files of spreadsheet programs themselves, which have to be saved as CSV first.
import { AppError } from '@tracker/infra/errors/app-error';

/** Looked at for an encoding without its mark. */
const SAMPLE_BYTES = 4_096;

/** By its byte order mark; without one UTF-8, UTF-16 by its zeros, and what is neither is of Windows in Western languages. */
export function decodeFile(bytes: Uint8Array): string {
  assertText(bytes);
  return decoded(bytes).replace(/^\ufeff+/, '');
}

function decoded(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Letters and separators of Western texts have a zero in each pair of bytes: the first one where the greater byte goes first. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 4;
  if (odd > many && even < odd / 4) return 'utf-16le';
  return even > many && odd < even / 4 ? 'utf-16be' : undefined;
}

/** How the files of other programs begin: all that are packed (XLSX, ODS, Numbers), and Excel's of before 2007. */
const PROGRAMS = [
  { name: 'zip', begins: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'ole', begins: [0xd0, 0xcf, 0x11, 0xe0] },
  { name: 'pdf', begins: [0x25, 0x50, 0x44, 0x46] },
] as const;

function assertText(bytes: Uint8Array): void {
  if (PROGRAMS.some(({ begins }) => begins.every((byte, place) => bytes[place] === byte))) {
    throw new AppError('file-not-csv');
  }
}
