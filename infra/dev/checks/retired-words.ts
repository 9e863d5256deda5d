/**
 * Refuses the retired words of infra/docs/glossary.md in log messages, test titles, ADR titles and the first comment of each file.
 * Names in code follow them, too: a tenant is no company there, and a conversion no sale.
 * A plain text scan of the files that git knows. Other comments and names are held to the words that never have another use.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The words of the glossary's last table that have no other good use, each with its replacement. */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/\bvisits?\b/i, 'click, page view or session'],
  [/\b(un)?seal(s|ed|ing)?\b/i, 'encrypt, or finalize for a day'],
  [/\bcells?\b/i, 'rollup row, or row'],
  [/\bgenerations?\b/i, 'build id'],
  [/\bproviders?\b/i, 'checkout, or ad platform'],
  [/\b(told|tells|telling|tell)\b/i, 'sent, reported, notified'],
  [/\bsaid\b/i, 'sent, reported, received'],
  [/\b(stands|stood)\b/i, 'is, is stored'],
  [/\b(whoever|whatever|whichever|whomever)\b/i, 'name the subject'],
  [/\b(nobody|somebody)\b/i, 'name the subject: no user, another process'],
  [/\b(anew|afresh)\b/i, 'again'],
  [/\bbeside\b/i, 'next to, or concurrently'],
  [/\bpatience\b/i, 'timeout'],
  [/\bnights\b/i, 'nightly runs'],
  [/\bliving\b/i, 'live'],
];

/** In log messages and heads, but not in the screens and in test titles, which use the words of people. */
const RETIRED_IN_CODE: readonly (readonly [RegExp, string])[] = [
  [/\bcompan(y|ies)\b/i, 'tenant'],
  [/\bsales?\b/i, 'conversion'],
];

/** Names in code that have the words of people: of the wire, of what is stored or printed as JSON, and of the screen 'Empresa'. */
const NAME_OF_PEOPLE = /\b[a-zA-Z0-9]*?(?:sales?|Sales?|compan(?:y|ies)|Compan(?:y|ies))(?:[A-Z]\w*)?\b/g;
const LITERAL_NAMES = new Set('companyName companySlug companyZone secondsToSale saleMetas saleDate'.split(' '));
const LITERAL_IN: readonly (readonly [RegExp, RegExp])[] = [
  [/^(web\/src|api\/src)\/features\/company\/|^web\/e2e\/screens\/company/, /^(use)?[cC]ompany/], // the screen
  [/^schemas\/src\/checkouts\//, /^sale(s|updated|created)?$/], // bodies of checkouts
  [/^schemas\/src\/privacy\/redact-page/, /^sale$/], // query parameters of thank-you pages
  [/^infra\/(src\/privacy|cli|test\/product)\//, /^(company|companies|sales)$/], // JSON that the operator's commands print
];
/** Words of names that say nothing: who told what, and to whom, is in the name of the thing. */
const RETIRED_NAME = /(?<![a-z])(?:told|said|stands|(?:some|no)body|anew|afresh|nights|living)(?![a-z])/i;
/** In every comment. */
const RETIRED_IN_COMMENT: readonly (readonly [RegExp, string])[] = [
  [/\b(nobody|somebody)\b/i, 'name the subject: no user, another process'],
  [/\b(anew|afresh)\b/i, 'again'],
];
const QUOTED = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Uses with another meaning, each with its reason. */
const ALLOWED: readonly RegExp[] = [
  /(table|spreadsheet|csv) cells?|the same cells|missing cell/gi, // of a table on a screen, or of a CSV file
  /cell rate algorithm/gi, // its name in the literature
  /\{provider\}|:provider\b|`provider`|\|provider\b|\bprovider,|webhooks\/provider/gi, // literal names of the wire
  /(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`|"[^"\n]*"/g, // quoted names and texts of screens, which are literal
];

const lines: string[] = [];

function scan(path: string, kind: string, text: string, words = RETIRED): void {
  const plain = ALLOWED.reduce((rest, use) => rest.replace(use, ' '), text);
  for (const [word, instead] of words) {
    const found = word.exec(plain)?.[0];
    if (found !== undefined)
      lines.push(`${path}: '${found}' in ${kind} (write: ${instead}): ${text.trim().slice(0, 120)}`);
  }
}

/** Without the quotes inside of a template's placeholders. */
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const TITLE_OF_TABLE = /^ *\]\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gm;
const LOG_CALL = /\blogger\.(?:info|warn|error|fatal)\(/g;
const TEXT = /'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g;
const HEAD = /(?:^[ \t]*\/\/(?! biome| @)[^\n]*\n)+|^[ \t]*\/\*[\s\S]*?\*\//m;
const HEAD_OF_SQL = /(?:^[ \t]*--[^\n]*\n)+/m;

function argumentsAt(code: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; at < code.length && depth > 0; at += 1) depth += code[at] === '(' ? 1 : code[at] === ')' ? -1 : 0;
  return code.slice(from, at - 1);
}

function scanNames(path: string, code: string): void {
  const literal = LITERAL_IN.filter(([place]) => place.test(path)).map(([, name]) => name);
  const file = path.replace(/^.*\/|\.contract\.ts$|\.\w+$/g, '');
  const found: string[] = path.includes('/company') ? [] : (file.match(/\b(sales?|compan(y|ies))\b/g) ?? []);
  for (const [name] of code.replace(QUOTED, ' ').matchAll(NAME_OF_PEOPLE))
    if (!LITERAL_NAMES.has(name) && !literal.some((allowed) => allowed.test(name))) found.push(name);
  for (const name of new Set(code.replace(QUOTED, ' ').match(/[A-Za-z_$][\w$]*/g) ?? []))
    if (RETIRED_NAME.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')))
      lines.push(`${path}: the name '${name}' has a retired word`);
  for (const name of new Set(found)) lines.push(`${path}: the name '${name}' (write: tenant, conversion)`);
}

function scanCode(path: string, code: string): void {
  if (!path.endsWith('.sql')) {
    scanNames(path, code);
    for (const [text] of code.matchAll(QUOTED))
      if (text.startsWith('/')) scan(path, 'a comment', text, RETIRED_IN_COMMENT);
  }
  const head = (path.endsWith('.sql') ? HEAD_OF_SQL : HEAD).exec(code)?.[0];
  if (head !== undefined) {
    const isForPeople = /^web\/|\.test\.tsx?$/.test(path);
    scan(path, 'the first comment', head, isForPeople ? RETIRED : [...RETIRED, ...RETIRED_IN_CODE]);
  }
  if (/\.(test|suite)\.tsx?$/.test(path)) {
    for (const pattern of [TITLE, TITLE_OF_TABLE])
      for (const [, , title = ''] of code.matchAll(pattern)) scan(path, 'a title', title);
    return;
  }
  for (const call of code.matchAll(LOG_CALL)) {
    const texts = argumentsAt(code, call.index + call[0].length).matchAll(TEXT);
    for (const [, quoted, template] of texts) {
      const text = quoted ?? template ?? '';
      if (text.includes(' ')) scan(path, 'a log message', text, [...RETIRED, ...RETIRED_IN_CODE]);
    }
  }
}

const paths = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.tsx', '*.sql', 'infra/docs/adr/*.md'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => path !== '' && !path.includes('__snapshots__') && path !== 'infra/dev/checks/retired-words.ts');
for (const path of paths) {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  if (path.endsWith('.md')) scan(path, 'a title', /^# .*/m.exec(text)?.[0] ?? '');
  else scanCode(path, text);
}
for (const line of lines) console.log(line);
if (lines.length > 0) process.exitCode = 1;
