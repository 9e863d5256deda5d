/** Decodes bytes by their byte order mark, else by the declared charset, else as UTF-8. Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
}

function charsetOf(bytes: Uint8Array, contentType: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const named = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}
