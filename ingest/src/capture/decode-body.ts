// The text and the form fields of a body's bytes, in the encoding that its sender used.

/** Of the byte order mark, else the declared charset, else UTF-8. */
export function charsetOf(bytes: Uint8Array, contentType: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const named = /;\s*charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}

/** Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
}

export const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The fields of an urlencoded form. Bytes behind '%' are in the form's charset; where it names none and they are no UTF-8, a browser's default. */
export function* formEntries(bytes: Uint8Array, contentType: string): Generator<[name: string, value: string]> {
  const charset = charsetOf(bytes, contentType);
  const isWide = charset.startsWith('utf-16');
  const narrow = isWide ? Buffer.from(decodeText(bytes, contentType)) : Buffer.from(bytes);
  const decode = decoderOf(isWide ? 'utf-8' : charset);
  // One character a byte, so that nothing is decoded twice.
  const text = narrow.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  for (const pair of text.trim().split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    yield [decode(name), decode(value)];
  }
}

function decoderOf(charset: string): (part: string) => string {
  const strict = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder(charset === 'utf-8' ? 'windows-1252' : charset);
  return (part) => {
    const bytes = Buffer.from(
      part
        .replaceAll('+', ' ')
        .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
      'latin1',
    );
    try {
      return strict.decode(bytes);
    } catch {
      return lenient.decode(bytes);
    }
  };
}
