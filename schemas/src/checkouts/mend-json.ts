/**
 * JSON with the faults of tools that put texts together: a line break or another control character within a text, a comma before a closing bracket,
 * and no value behind a name, or 'undefined', which is null. Their meaning is certain. Everything else (NaN, a quote within a text, an end that lacks) is a fault with its place: to guess it could
 * change an amount.
 */
type State = 'value' | 'first-value' | 'next-value' | 'key' | 'first-key' | 'colon' | 'after' | 'done';

const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Behind a name: nothing, before what may only follow a value. */
const NO_VALUE = /undefined\b|(?=[,}])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

export function mendJson(text: string): { readonly text: string } | { readonly at: number } {
  const pieces: string[] = [];
  const closers: string[] = [];
  let copied = 0;
  let comma = 0;
  let state: State = 'value';

  function replace(from: number, length: number, by: string): void {
    pieces.push(text.slice(copied, from), by);
    copied = from + length;
  }

  /** The place behind a text that begins at `start`, or that of its fault, negative. */
  function behindText(start: number): number {
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH) {
        ESCAPE.lastIndex = at;
        const [escaped] = ESCAPE.exec(text) ?? [];
        if (escaped === undefined) return -at;
        at += escaped.length - 1;
      } else if (code < 0x20) replace(at, 1, JSON.stringify(text[at]).slice(1, -1));
    }
    return -text.length;
  }

  function isNoValue(at: number): boolean {
    NO_VALUE.lastIndex = at;
    return NO_VALUE.test(text);
  }

  const takesValue = () => state === 'value' || state === 'first-value' || state === 'next-value';
  const closed = (): State => (closers.length > 0 ? 'after' : 'done');

  for (let at = 0; at < text.length; ) {
    const one = text[at] as string;
    if (one === ' ' || one === '\n' || one === '\r' || one === '\t') {
      at += 1;
    } else if (one === '"' && (takesValue() || state === 'key' || state === 'first-key')) {
      const next = behindText(at);
      if (next < 0) return { at: -next };
      state = takesValue() ? closed() : 'colon';
      at = next;
    } else if ((one === '{' || one === '[') && takesValue()) {
      closers.push(one === '{' ? '}' : ']');
      state = one === '{' ? 'first-key' : 'first-value';
      at += 1;
    } else if (one === closers.at(-1) && state !== 'value' && state !== 'colon') {
      if (state === 'key' || state === 'next-value') replace(comma, 1, ' ');
      closers.pop();
      state = closed();
      at += 1;
    } else if (one === ':' && state === 'colon') {
      state = 'value';
      at += 1;
    } else if (state === 'value' && closers.at(-1) === '}' && isNoValue(at)) {
      const length = one === 'u' ? 'undefined'.length : 0;
      replace(at, length, 'null');
      state = 'after';
      at += length;
    } else if (one === ',' && state === 'after') {
      comma = at;
      state = closers.at(-1) === '}' ? 'key' : 'next-value';
      at += 1;
    } else {
      PLAIN.lastIndex = at;
      const [plain] = takesValue() ? (PLAIN.exec(text) ?? []) : [];
      if (plain === undefined) return { at };
      state = closed();
      at += plain.length;
    }
  }
  if (state !== 'done') return { at: text.length };
  pieces.push(text.slice(copied));
  return { text: pieces.join('') };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
