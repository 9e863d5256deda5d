// Texts in the place of a transaction's id that name no transaction. As an id, one of them would make one conversion of all that came with it.
import { saysNothing } from '../capture/link-text.ts';
import { folded } from '../primitives/text.ts';
import { withoutUnseen } from '../primitives/unseen.ts';

/** A longer text is no id. None is cut: two ids with one beginning are two transactions. */
export const TRANSACTION_ID_LENGTH_MAX = 2048;

/** What programs and people write for no value, and the names of fields in the place of their value. */
const WORDS_FOR_NOTHING: ReadonlySet<string> = new Set(
  [
    ...[
      'null',
      'nul',
      'nil',
      'none',
      'nan',
      'undefined',
      'undef',
      'void',
      'false',
      'true',
      'na',
      'nd',
      'no',
      'nao',
      'sim',
    ],
    ...['yes', 'empty', 'blank', 'missing', 'unknown', 'unset', 'not set', 'notset', 'not provided', 'not available'],
    ...[
      'not applicable',
      'not found',
      'no value',
      'no id',
      'sem id',
      'sem valor',
      'sem codigo',
      'vazio',
      'vazia',
      'nulo',
    ],
    ...['nenhum', 'nenhuma', 'desconhecido', 'indefinido', 'nao informado', 'nao informada', 'nao se aplica'],
    ...[
      'nao disponivel',
      'nao definido',
      'infinity',
      'inf',
      'error',
      'erro',
      'object object',
      'objectobject',
      'object',
    ],
    ...[
      'string',
      'text',
      'texto',
      'number',
      'integer',
      'value',
      'valor',
      'example',
      'exemplo',
      'default',
      'placeholder',
    ],
    ...['todo', 'tbd', 'id', 'uuid', 'guid', 'order', 'orderid', 'orderno', 'ordernumber', 'ordercode', 'transaction'],
    ...[
      'transactionid',
      'transactioncode',
      'txid',
      'txnid',
      'trxid',
      'tid',
      'saleid',
      'purchaseid',
      'paymentid',
      'clickid',
    ],
    ...[
      'chargeid',
      'invoiceid',
      'externalid',
      'referenceid',
      'reference',
      'pedido',
      'idpedido',
      'pedidoid',
      'transacao',
    ],
    ...['idtransacao', 'transacaoid', 'codigo', 'codigotransacao', 'codigodatransacao', 'iddatransacao', 'iddopedido'],
    ...['venda', 'idvenda', 'vendaid', 'numeropedido', 'numerodopedido', 'yourorderid', 'yourtransactionid', 'ref'],
  ].map((word) => folded(word).replace(/[^a-z0-9]/g, '')),
);

/** Marks of macros, around all of a text. */
const AROUND = /^[{}[\]<>()%$#@_*|~^!=:&]+(?:amp;|lt;)?(.*?)[{}[\]<>()%$#@*|~^!;&]+$/s;
const SPREADSHEET_ERRORS =
  /^#(?:REF|N\/A|N\/D|NA|ND|VALUE|VALOR|NAME|NOME|DIV\/0|NULL|NULO|NUM|N[UÚ]M|SPILL|DESPEJAR|CALC|ERROR|ERRO|FIELD|CAMPO|BLOCKED|CONNECT|BUSY|UNKNOWN|GETTING_DATA|EXTERNAL|PYTHON|TIMEOUT)?[!?]?$/i;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

function decoded(text: string): string {
  let value = text;
  for (let round = 0; round < 3 && /%[0-9a-f]{2}/i.test(value); round += 1) {
    const before = value;
    try {
      value = decodeURIComponent(value);
    } catch {
      return value;
    }
    if (value === before) break;
  }
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#123;', '{')
    .replaceAll('&#125;', '}')
    .replaceAll('&quot;', '"');
}

/** Whether it is a macro that was not expanded, an error of a spreadsheet, a word for nothing, or a text that was cut. */
export function namesNoTransaction(given: string): boolean {
  if (given.length > TRANSACTION_ID_LENGTH_MAX) return true;
  const text = withoutUnseen(decoded(given)).trim();
  const bare = text.replace(/^["'`“”‘’]+|["'`“”‘’]+$/g, '').trim();
  // Only marks, or only zeros: '--', '?', '0', '00000000-0000-0000-0000-000000000000', '-1'.
  if (/^[^\p{L}\p{N}]*$/u.test(bare) || /^[^\p{L}1-9]*$/u.test(bare) || /^-1(?:\.0*)?$/.test(bare)) return true;
  if (WORDS_FOR_NOTHING.has(folded(bare).replace(/[^a-z0-9]/g, ''))) return true;
  if (SPREADSHEET_ERRORS.test(bare) || /^#+$/.test(bare)) return true;
  // Cut by a program: the rest, which makes it unique, is gone.
  if (/(?:…|\.{3}|[[(](?:truncated|cortado)[\])])$/i.test(bare) || isShortened(bare)) return true;
  return hasMacro(bare) || isJoinedFromNothing(bare);
}

/** Words and errors that a program joined with others in the place of a value that it did not have: 'order-undefined', 'null_2', '#REF!-1'. */
const NOTHING_WITHIN = [
  /undefined/giu,
  /(?<!\p{L})(?:undef|null|nul|nil|nan|none|false|true|infinity|not set|n\/a|object object)(?!\p{L})/giu,
  /#(?:REF!|N\/A|N\/D|VALUE!|VALOR!|NAME\?|NOME\?|DIV\/0!|NULL!|NULO!|NUM!|NÚM!)/giu,
];
const DATES =
  /(?<!\d)(?:20\d\d[-/.]?(?:0[1-9]|1[0-2])[-/.]?(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])[-/.](?:0[1-9]|1[0-2])[-/.]20\d\d)(?!\d)/g;
const SUBJECT =
  /^(?:order|ord|pedido|ped|venda|sale|compra|purchase|transaction|transacao|trx|txn|tx|invoice|payment)/iu;

/** The rest names a transaction where it has many digits, or is a token; a counter, an item or a day come with many of them. */
function isJoinedFromNothing(text: string): boolean {
  const rest = NOTHING_WITHIN.reduce((left, word) => left.replace(word, ' '), text);
  if (rest === text) return isSubjectAlone(text);
  const parts = rest.replace(DATES, ' ');
  return digitsIn(parts) < 6 && !/[a-z0-9]{12,}/i.test(parts);
}

/** 'ORD-', 'pedido-0': the number is missing. */
const isSubjectAlone = (text: string): boolean =>
  SUBJECT.test(text) && /^[^\p{L}\p{N}]+0*$|^0+$/u.test(text.replace(SUBJECT, ''));

/** '1.23457E+15': the other digits are gone. */
function isShortened(text: string): boolean {
  const [, decimals = '', exponent] = /^\d(?:[.,](\d+))?e\+(\d+)$/i.exec(text) ?? [];
  return exponent !== undefined && Number(exponent) > decimals.length;
}

function hasMacro(text: string): boolean {
  // '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}' is an id in braces.
  const inBraces = /^[{(]([0-9a-f-]{16,})[)}]$/i.exec(text)?.[1];
  if (inBraces !== undefined && digitsIn(inBraces) > 2) return false;
  if (saysNothing(text)) return true;
  // A sign that opens a macro, with a name behind it, also within a text and unclosed: 'ORD-{order_id}', '${order.id', '{{1.id}}', '<%= id %>'.
  if (/\{\d?\}|%[sd](?![0-9a-f])|\{\{|\}\}|\$\{|#\{|@\{|\{%|%\}|<%|%>|\[\[|\]\]|\$\(|\{!|\*\||\|\*|%%/.test(text))
    return true;
  if (/[{<[]\s*[\p{L}_$][\p{L}_.:\- ]*\d?\s*(?:[}>\]]|$)/u.test(text) || /^[\p{L}_.\- ]+\d?[}>\]]$/u.test(text))
    return true;
  const inner = AROUND.exec(text)?.[1];
  if (inner !== undefined && digitsIn(inner) < 3 && /\p{L}/u.test(inner)) return true;
  // ':order_id', '$order.id', '@orderId', '=A1', '=VLOOKUP(…)'.
  return /^(?:[:$@%&][\p{L}_][\p{L}_.\->[\]'"]*|=.*\p{L}.*)$/u.test(text) || /^__\p{L}.*__$/u.test(text);
}
