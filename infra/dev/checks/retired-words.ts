/**
 * Finds the retired words of infra/docs/glossary.md in comments, names, log messages, test titles and ADR titles.
 * Names in code follow them, too: a tenant is no company there, and a conversion no sale. A plain text scan.
 */

interface RetiredWord {
  /** In texts, as a whole word in any case. */
  readonly text?: string;
  /** In names, written as words_with_underscores; by default as in texts. Null: names may have it. */
  readonly name?: string | null;
  readonly instead: string;
}

/** The words of the glossary's last table that have no other good use. */
const RETIRED: readonly RetiredWord[] = [
  // Alone it is a verb.
  { text: 'visits?', name: 'visits|visit(?=_)|(?<=_)visit', instead: 'click, page view or session' },
  // A field of stored events.
  {
    text: '(?:un)?seal(?:s|ed|ing)?',
    name: 'unseal(?:ed)?|seals?|sealed(?=_)|(?<=_)sealed',
    instead: 'encrypt, or finalize for a day',
  },
  // In names by `CELL`.
  { text: 'cells?', name: null, instead: 'rollup row, or row' },
  { text: 'generations?', instead: 'build id' },
  // A name of the wire.
  { text: 'providers?', name: 'providers?(?=_)|(?<=_)providers?', instead: 'checkout, or ad platform' },
  { text: 'told|tells?|telling', instead: 'sent, reported, notified' },
  { text: 'said', instead: 'sent, reported, received' },
  { text: 'stands|stood', instead: 'is, is stored' },
  { text: '(?:who|what|which)ever|whomever', instead: 'name the subject' },
  { text: '(?:no|some)body', instead: 'name the subject: no user, another process' },
  { text: 'anew|afresh', instead: 'again' },
  { text: 'beside', instead: 'next to, or concurrently' },
  { text: 'patience', instead: 'timeout' },
  { text: 'nights', instead: 'nightly runs' },
  { text: 'living', instead: 'live' },
  { name: 'directories', instead: 'cache' },
  { name: 'gates?', instead: 'semaphore, lock' },
  { name: '(?<!dead_?)letters', instead: 'dead letters' },
];

/** In log messages and comments, but not of the screens and of tests, which use the words of people. */
const RETIRED_IN_CODE: readonly RetiredWord[] = [
  { text: 'compan(?:y|ies)', instead: 'tenant' },
  { text: 'sales?', instead: 'conversion' },
];

/** Names in code that have the words of people: of the wire, of what is stored or printed as JSON, and of the screen 'Empresa'. */
const NAME_OF_PEOPLE = /\b[a-zA-Z0-9]*?(?:sales?|Sales?|compan(?:y|ies)|Compan(?:y|ies))(?:[A-Z]\w*)?\b/g;
const LITERAL_NAMES = new Set('companyName companySlug companyZone secondsToSale saleMetas saleDate'.split(' '));
const LITERAL_IN: readonly (readonly [RegExp, RegExp])[] = [
  [/^(web\/src|api\/src)\/features\/company\/|^web\/e2e\/screens\/company/, /^(use)?[cC]ompany/], // the screen
  [/^schemas\/src\/checkouts\//, /^sale(s|updated|created)?$/], // bodies of checkouts
  [/^schemas\/src\/privacy\/redact-page/, /^sale$/], // query parameters of thank-you pages
  [/^infra\/(src\/privacy|cli|test\/product)\//, /^(company|companies|sales)$/], // JSON that the operator's commands print
  [/^web\/src\/(root|shell\/gate)/, /^gate$/i], // who may see a screen
];
/** Whole words of a text, each with its replacement. */
const inTexts = (words: readonly RetiredWord[]) =>
  words.flatMap(({ text, instead }) => (text ? [[new RegExp(`\\b(?:${text})\\b`, 'i'), instead] as const] : []));
const IN_TEXTS = inTexts(RETIRED);
const IN_TEXTS_OF_CODE = [...IN_TEXTS, ...inTexts(RETIRED_IN_CODE)];
const RETIRED_NAMES = RETIRED.flatMap(({ text, name = text }) => name ?? []);
const RETIRED_NAME = new RegExp(`(?<![a-z])(?:${RETIRED_NAMES.join('|')})(?![a-z])`, 'i');
/** A cell is a cell of a table in the screens, and in the code that reads and writes files. */
const CELL = /(?<![a-z])cells?(?![a-z])/i;
const WITHOUT_CELLS = /^(processor|schemas|infra\/(src|cli))\//;
/** Names that are not ours: of libraries, and of calls of the specification. */
const FOREIGN_NAMES = new Set(
  'Provider QueryClientProvider RouterProvider TooltipProvider TracerProvider ZodTypeProvider withTypeProvider groupGenerationId unix_socket_directories listWebhookProviders useWebhookProviders'.split(
    ' ',
  ),
);
const QUOTED = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Uses with another meaning, each with its reason. */
const ALLOWED: readonly RegExp[] = [
  /(table|spreadsheet|csv) cells?|the same cells|missing cell/gi, // of a table on a screen, or of a CSV file
  /cell rate algorithm/gi, // its name in the literature
  /\{provider\}|:provider\b|`provider`|\|provider\b|\bprovider,|webhooks\/provider/gi, // literal names of the wire
  /(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`|"[^"\n]*"/g, // quoted names and texts of screens, which are literal
];

function scan(kind: string, text: string, words = IN_TEXTS): string[] {
  const plain = ALLOWED.reduce((rest, use) => rest.replace(use, ' '), text);
  return words.flatMap(([word, instead]) => {
    const found = word.exec(plain)?.[0];
    return found === undefined ? [] : [`'${found}' in ${kind} (write: ${instead}): ${text.trim().slice(0, 120)}`];
  });
}

/** Without the quotes inside of a template's placeholders. */
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const TITLE_OF_TABLE = /^ *\]\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gm;
const LOG_CALL = /\blogger\.(?:info|warn|error|fatal)\(/g;
const TEXT = /'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g;
const SQL_COMMENT = /--[^\n]*/g;

function argumentsAt(code: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; at < code.length && depth > 0; at += 1) depth += code[at] === '(' ? 1 : code[at] === ')' ? -1 : 0;
  return code.slice(from, at - 1);
}

const underscored = (name: string): string => name.replace(/([a-z0-9])([A-Z])|-/g, '$1_$2').toLowerCase();

function scanNames(path: string, code: string): string[] {
  const literal = LITERAL_IN.filter(([place]) => place.test(path)).map(([, name]) => name);
  const isOurs = (name: string): boolean => !FOREIGN_NAMES.has(name) && !literal.some((allowed) => allowed.test(name));
  const file = path.replace(/^.*\/|\.contract\.ts$|\.\w+$/g, '');
  const ofPeople: string[] = path.includes('/company') ? [] : (file.match(/\b(sales?|compan(y|ies))\b/g) ?? []);
  if (!path.endsWith('.sql'))
    for (const [name] of code.matchAll(NAME_OF_PEOPLE))
      if (!LITERAL_NAMES.has(name) && isOurs(name)) ofPeople.push(name);
  const retired = [...new Set([file, ...(code.match(/[A-Za-z_$][\w$]*/g) ?? [])])].filter((name) => {
    const words = underscored(name);
    return isOurs(name) && (RETIRED_NAME.test(words) || (WITHOUT_CELLS.test(path) && CELL.test(words)));
  });
  return [
    ...retired.map((name) => `the name '${name}' has a retired word`),
    ...[...new Set(ofPeople)].map((name) => `the name '${name}' (write: tenant, conversion)`),
  ];
}

function scanTitles(code: string): string[] {
  return [TITLE, TITLE_OF_TABLE].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, , title = '']) => scan('a title', title)),
  );
}

function scanLogCalls(code: string): string[] {
  return [...code.matchAll(LOG_CALL)].flatMap((call) =>
    [...argumentsAt(code, call.index + call[0].length).matchAll(TEXT)].flatMap(([, quoted, template]) => {
      const text = quoted ?? template ?? '';
      return text.includes(' ') ? scan('a log message', text, IN_TEXTS_OF_CODE) : [];
    }),
  );
}

/** @returns one line for each retired word in the file. */
export function retiredIn(path: string, text: string): string[] {
  const found = path.endsWith('.md') ? scan('a title', /^# .*/m.exec(text)?.[0] ?? '') : scanCode(path, text);
  return found.map((line) => `${path}: ${line}`);
}

function scanCode(path: string, code: string): string[] {
  const isSql = path.endsWith('.sql');
  const isTest = /\.(test|suite)\.tsx?$/.test(path);
  const comments = (code.match(isSql ? SQL_COMMENT : QUOTED) ?? []).filter((one) => isSql || one.startsWith('/'));
  const words = isTest || path.startsWith('web/') ? IN_TEXTS : IN_TEXTS_OF_CODE;
  return [
    ...comments.flatMap((comment) => scan('a comment', comment, words)),
    ...scanNames(path, code.replace(isSql ? SQL_COMMENT : QUOTED, ' ').replace(/'[^'\n]*'/g, ' ')),
    ...(isTest ? scanTitles(code) : isSql ? [] : scanLogCalls(code)),
  ];
}
