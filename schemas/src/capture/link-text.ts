// Texts of tracking links as people, mail tools and ad platforms leave them: the one place that says what such a text means.

/** Control characters, zero-width ones and marks of direction, which are never typed, and where a mail program broke a line. The one that joins two emoji stays. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out.
  /=\r?\n|[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u200d(?![\u2600-\u27bf\ud83c-\ud83e])/g;

/**
 * What programs print for no value, and macros that the ad platform did not fill in. Braces, dollars and the like also say so within a text
 * ('fb_{{ad.id}}'); marks that people write, too, only around all of it.
 */
const NOTHING =
  /^(?:[[(]?(?:undefined|null|nan|none|false|not[ _](?:set|provided))[)\]]?|[-–—_.\s]+|\[\]|#?n\/a|#(?:ref|value|null)!|\(direct\)|\[object \w+\]|\{.*\}|<[a-z][\w .:-]*>|\[+[a-z]*(?:[a-z][_.-][a-z_.-]+|id|name|source|campaign|keyword|placement|creative|site)\]+|([#%$@|!~]{1,2})[a-z][\w.:-]*\1)$|\{\{[^{}]*(?:\}|$)|\$\{[^{}]*$|\{%[^%]*%\}|\{[a-z][\w.:-]+\}|%%(?:[a-z]\w+|=[^%]+=)%%|\$[a-z]\w+\$|\*\|[^|]+\|\*|%7b[^%]*%7d/i;
/** TikTok's. In lower case people write them. */
const CAPITALS = /__[A-Z][A-Z\d_]+__/;

/** Whether a text says that there is no value. */
export const saysNothing = (text: string): boolean => NOTHING.test(text) || CAPITALS.test(text);

/** A text that was encoded once more than decoded: the marks of an address would be encoded, too. */
const ENCODED = /^(?=.*%)(?!.*(?:%(?![\da-f]{2})|:\/\/))[^\s?&=]+$/i;
/** What is certainly a source, a medium or an id. */
const CERTAIN =
  /^(?:facebook|instagram|google|youtube|tiktok|kwai|taboola|outbrain|bing|whatsapp|fb|ig|cpc|ppc|paid|paid_social|email|\d{10,})$/i;
/** Words of one name: 'black-friday'. */
const JOINED = /^[a-z\d]{2,}(?:[_-][a-z\d]{2,})+$/i;

/** Without '=' as mail programs write it: other names may begin with '3D', too. */
const unquotedValue = (text: string): string =>
  /^3D/i.test(text) && CERTAIN.test(text.slice(2)) ? text.slice(2) : text;

/** Without the full stop behind a link. A name may end in one ('v2.', 'Ltda.'): what is certain, and words that are joined, do not. */
function withoutStop(text: string): string {
  if (!text.endsWith('.')) return text;
  const rest = text.replace(/\.+$/, '');
  return CERTAIN.test(rest) || JOINED.test(rest) ? rest : text;
}

/** Marks around all of a text, as they come out of JSON, attributes and spreadsheets; those within it mean something. */
const QUOTES = /^(?:\\?["“”«»]|&quot;|&#0*34;){1,4}([^"“”«»\\]*)(?:\\?["“”«»]|&quot;|&#0*34;){1,4}$/i;
const SINGLE_QUOTES = /^(?:\\?['`‘’]|&#0*39;){1,4}([^'`‘’\\]*)(?:\\?['`‘’]|&#0*39;){1,4}$/i;
/** One half of them: 50" is a size. */
const HALF_QUOTE = /^["“«]([^"“”«»]+)$|^([^"“”«»]*[^"“”«»\d])["”»]$/;
const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '>': '<' };

/** Without a comma behind the link, a bracket that was opened before it, or a slash or star behind a single word. */
function withoutEnd(text: string): string {
  // One closing mark, of which more may follow; a comma or semicolon; a full stop behind a bracket or quotation mark.
  const [, closed, end = '', listed, ended] =
    /^(.*[\p{L}\d])([)\]>/*])\2*$|^(.*[\p{L}\d)\]>"'”»%!?])[,;]+$|^(.*[)\]>"”»])\.+$/su.exec(text) ?? [];
  if (closed === undefined) return listed ?? ended ?? text;
  const opening = OPENED_BY[end];
  const isMeant = opening ? closed.includes(opening) : !/^[\w.-]{2,}$/.test(closed);
  return isMeant ? text : closed;
}

/** Without what belongs to the text or the program around the link. */
const unwrapped = (text: string): string =>
  withoutEnd(
    withoutStop(
      text
        .replace(/^=+(?=[^\s=])/, '')
        .replace(QUOTES, '$1')
        .replace(SINGLE_QUOTES, '$1')
        .replace(HALF_QUOTE, '$1$2'),
    ),
  );

/** What most names of ads are: of letters of Western Europe, numbers and marks within. None of the steps changes such a text. */
const ORDINARY =
  /^(?!(?:undefined|null|nan|none|false|not[ _]|n\/a|3D))[a-z\d\u00c0-\u00ff](?:(?:[a-z\d\u00c0-\u00ff .:|/-]|_(?!_))*[a-z\d\u00c0-\u00ff])?%?$/i;

/** No tool encodes so often: such a text was made to be expensive. */
const ROUNDS_MAX = 9;

/** What the value of a tag says: without what is invisible, with composed letters, decoded as often as it was encoded, '' for what says nothing. */
export function meaningOf(text: string): string {
  if (ORDINARY.test(text)) return text;
  let value = text;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = value;
    value = unquotedValue(
      value
        .replace(INVISIBLE, '')
        .replace(/[\t\n\r]+|\s/g, ' ')
        .normalize('NFC')
        .trim(),
    );
    if (saysNothing(value)) return '';
    value = unwrapped(value);
    if (ENCODED.test(value)) value = decodeText(value.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%'));
    if (value === before) return value;
  }
  return '';
}

/** Percent forms of UTF-8, else of Windows-1252; what is neither stays, as the sign of a percentage ('30%desconto'). */
export const decodeText = (text: string): string =>
  text
    .replace(/\+/g, ' ')
    .replace(/(\d?)((?:%[\da-f]{2})+)(?=([a-z]?))/gi, (all, digit: string, run: string, letter: string) => {
      try {
        return digit + decodeURIComponent(run);
      } catch {
        return digit && letter ? all : digit + run.replace(/%(..)/g, ofWindows);
      }
    });

function ofWindows(form: string, hex: string): string {
  const code = parseInt(hex, 16);
  // Letters of Western languages, ordinals, and the marks of text programs.
  if (code < 128 || /^(?:a[0a]|b[0a]|[ce].|[df][1-69a-d]|ff)$/i.test(hex)) return String.fromCharCode(code);
  return '‘’“”•–—'[code - 145] || form;
}

/** Where a parameter begins within the value before it: behind a second '?', and behind a sign or blank that should have been '&'. */
const INNER =
  /\?{1,4}(?=[\w%]+=)|(?:[+;#\s]|%(?:20|0[ad]|23|26|3b|3f)|(?:\\|%5c)u0026){1,4}(?:amp(?:;|%3b)){0,4}(?=(?:utm_\w+|tsource|sub[1-8]|(?:fb|g|tt)clid|msclkid)(?:=|%3d))/i;

/** What a link of ours has, and how a mail program that wrote it as quoted-printable leaves it: '=' is '=3D'. */
const OF_OURS = /(?:^|[?&;])(?:utm_\w+|tsource|sub[1-8])=([^&]+)/gi;

/**
 * A query without what is left of quoted-printable: '=3D', letters as '=C3=A3', and '=' where a line was broken. '3D' may begin a name, too, so only
 * where it begins the value of each parameter of ours, and there are two.
 */
function unquoted(query: string): string {
  if (!query.includes('=3D')) return query;
  const whole = query.replace(/=(?:%0D)?(?:%0A|\r?\n)/gi, '');
  const values = [...whole.matchAll(OF_OURS)].map(([, value = '']) => value);
  if (values.length < 2 || !values.every((value) => value.startsWith('3D'))) return query;
  return whole.replace(/=([\dA-F]{2})/g, '%$1').replace(/=(?=&|$)/g, '');
}

/** Names of ours as people and form programs write them: 'utm-source', 'utm_source[]', 'sub_1'. */
const ownName = (name: string): string =>
  name
    .replace(/(?:\[\d*\])+$/, '')
    .replace(/^utm[-. _]*(source|medium|campaign|content|term|id)$/, 'utm_$1')
    .replace(/^sub[-. _]([1-8])$/, 'sub$1');

/** A name of ours before ':' in the place of '='. */
const WITH_COLON = /^((?:utm[-_]\w+|tsource|sub[1-8]))(?::|%3a)(.+)$/i;

/** The parameters of a query by their names in lower case, decoded; of a repeated one the first that is not empty. */
export function readQuery(query: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const whole of unquoted(query).split('&')) {
    // The address of a page may have a query of its own.
    const pairs = /:\/\/|%3a%2f%2f/i.test(whole) ? [whole] : whole.split(INNER);
    for (const pair of pairs) {
      const [, name, value] = /^([^=]*?)(?:=|%3d)(.*)$/is.exec(pair) || WITH_COLON.exec(pair) || [];
      if (!value) continue;
      const named = decodeText(name!);
      const clean = (meaningOf(named) || named).toLowerCase().replace(/^(?:\?|amp;|#0*38;)+/, '');
      const own = ownName(clean);
      // The signs of a macro are none of an encoded text.
      values[own] = values[own] || (saysNothing(value) ? value : decodeText(value));
    }
  }
  return values;
}
