// The postback URLs of a tenant, called for each conversion, and the values of their macros. The screen validates with the same
// code.

import { FIELD_NAMES, nameKey } from '../capture/field-names.ts';

/** In the order of the screen's help. */
export const MACROS = {
  clickid: 'ID do click',
  transaction: 'código da transação no checkout',
  eventid: 'identificador do evento, único por venda',
  value: 'valor da venda, como 297.00',
  currency: 'moeda, como BRL',
  status: 'status da venda, como approved',
  campaign: 'ID da campanha',
  source: 'origem do click',
  sub1: 'sub1 do click',
  sub2: 'sub2 do click',
  sub3: 'sub3 do click',
  sub4: 'sub4 do click',
  sub5: 'sub5 do click',
  sub6: 'sub6 do click',
  sub7: 'sub7 do click',
  sub8: 'sub8 do click',
  provider: 'checkout que fez a venda, como hotmart',
  timestamp: 'momento da aprovação, em segundos Unix',
} as const;
export type Macro = keyof typeof MACROS;
export type MacroValues = Readonly<Record<Macro, string>>;

/** A conversion that never was, for a test and for the screen's preview. */
export const EXAMPLE_VALUES: MacroValues = {
  clickid: 'mc_teste_1760000000000000000',
  transaction: 'TESTE-1',
  eventid: 'hotmart:TESTE-1',
  value: '297.00',
  currency: 'BRL',
  status: 'approved',
  campaign: 'campanha-teste',
  source: 'facebook',
  sub1: 'teste1',
  sub2: 'teste2',
  sub3: 'teste3',
  sub4: 'teste4',
  sub5: 'teste5',
  sub6: 'teste6',
  sub7: 'teste7',
  sub8: 'teste8',
  provider: 'hotmart',
  timestamp: '1760000000',
};

export const TEMPLATE_LENGTH_MAX = 2_000;
const MACRO = /\{([^{}]*)\}/g;

/** Why this cannot be called, in Portuguese; undefined when it can. */
export function templateProblem(template: string): string | undefined {
  if (template.length > TEMPLATE_LENGTH_MAX) return `A URL pode ter até ${TEMPLATE_LENGTH_MAX} caracteres.`;
  // What a URL parser drops or turns into '/' would move the end of the host.
  if (/[\s\\\p{Cc}]/u.test(template)) return 'A URL não pode ter espaços, quebras de linha nem barras invertidas.';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(template)?.[1];
  if (authority === undefined) return 'Informe uma URL que comece com http:// ou https://.';
  if (/[{}]/.test(authority)) return 'As macros só podem ficar depois do endereço do servidor.';
  if (authority.includes('@')) return 'A URL não pode ter usuário nem senha.';
  const foreign = foreignMacro(template);
  if (foreign !== undefined) return foreign;
  if (template.includes('#')) return 'O que vem depois de # não é enviado: tire-o da URL.';
  if (!URL.canParse(template.replace(MACRO, ''))) return 'Informe uma URL válida.';
  return undefined;
}

/** What other programs call the values: what is offered in their place. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  clickid: [
    ...FIELD_NAMES.clickId,
    ...FIELD_NAMES.clickIdOfNetwork.filter((name) => !/^s(?:ub)?1$/.test(name)),
    'external.id',
  ],
  transaction: FIELD_NAMES.transactionId,
  value: FIELD_NAMES.amount,
  currency: FIELD_NAMES.currency,
  status: FIELD_NAMES.status,
  campaign: [...FIELD_NAMES.campaignId, ...FIELD_NAMES.campaign, 'campaign_name', 'cmpid'],
  source: [...FIELD_NAMES.source, 'traffic_source', 'source_id'],
  eventid: ['event_id', 'id_evento'],
  timestamp: [...FIELD_NAMES.timestamp, ...FIELD_NAMES.occurredAt, ...FIELD_NAMES.approvedAt],
  provider: ['checkout', 'platform', 'plataforma'],
};
const BY_NAME = new Map<string, Macro>([
  ...Object.entries(NAMES).flatMap(([macro, names]) => names.map((name) => [nameKey(name), macro as Macro] as const)),
  ...Object.keys(MACROS).map((macro) => [nameKey(macro), macro as Macro] as const),
]);

function macroNamed(name: string): Macro | undefined {
  const key = nameKey(name);
  const sub = /^(?:sub|s|subid|affsub|var|p|t|c|utmsub)([1-8])$/.exec(key)?.[1];
  return BY_NAME.get(key) ?? (sub === undefined ? undefined : BY_NAME.get(`sub${sub}`));
}

const INNER = '[\\p{L}_$][\\p{L}\\p{N}_.:$-]*';
/**
 * Macros as other programs write them, the longer writings first. What is percent-encoded is written by itself; '%20' and the like are no macros, and
 * a name between two '%' is one unless it begins as an encoded byte does.
 */
const WRITINGS = [
  `\\{\\{\\s*(${INNER})\\s*\\}\\}`,
  `[$#@]\\{(${INNER})\\}`,
  `\\{[%!](${INNER})%?\\}`,
  `(?:%7B)+(${INNER}?)(?:%7D)+`,
  `(?:%5B)+(${INNER}?)(?:%5D)+`,
  `%3C(${INNER}?)%3E`,
  `%24(?:%7B|\\{)(${INNER}?)(?:%7D|\\})`,
  `%23(${INNER}?)%23`,
  `&lt;(${INNER})&gt;`,
  `\\[+(${INNER})\\]+`,
  `<+[%=]*(${INNER})%?>+`,
  `\\(\\(?(${INNER})\\)\\)?`,
  `\\*\\|(${INNER})\\|\\*`,
  `#(${INNER})#`,
  `\\$(${INNER}?)\\$`,
  `@(${INNER})@`,
  `~(${INNER})~`,
  `\\|(${INNER})\\|`,
  `%%(${INNER}?)%%`,
  `%(?![0-9a-f]{2}%)(${INNER}?)%(?![0-9a-f]{2})`,
  `(?<=[=/])__(${INNER}?)__(?=[&/]|$)`,
  `(?<=[=/])[:$@](${INNER})(?=[&/]|$)`,
  `(?<!\\{)\\{([^{}]*)\\}(?!\\})`,
].map((writing) => new RegExp(writing, 'iu'));

/** A macro in another writing, or under another name, with the right one; also what is not closed, and '&amp;'. */
function foreignMacro(template: string): string | undefined {
  const [start = ''] = /^https?:\/\/[^/?#]+/i.exec(template) ?? [];
  const rest = template.slice(start.length).replace(MACRO, (whole, name: string, at: number, all: string) => {
    // '${clickid}' and '{{clickid}}' contain what is a macro of ours.
    const isInside = /[{$#@%!]$/.test(all.slice(0, at)) || all[at + whole.length] === '}';
    return isMacro(name) && !isInside ? '' : whole;
  });
  for (const writing of WRITINGS) {
    const [whole, name = ''] = writing.exec(rest) ?? [];
    if (whole === undefined) continue;
    const macro = macroNamed(name);
    return macro ? `Escreva {${macro}} em vez de ${whole}.` : `A macro ${whole} não existe. ${KNOWN_MACROS}`;
  }
  const [unclosed, before = '', after = ''] =
    /(?:\{|%7B)+([\p{L}\p{N}_.-]*)|([\p{L}\p{N}_.-]*)(?:\}|%7D)+/iu.exec(rest) ?? [];
  if (unclosed !== undefined) {
    const macro = macroNamed(before || after);
    return macro
      ? `Falta uma chave em ${unclosed}: escreva {${macro}}.`
      : `Falta uma chave em ${unclosed}. ${KNOWN_MACROS}`;
  }
  return /&amp;/i.test(rest) ? 'Escreva & em vez de &amp; entre os parâmetros.' : undefined;
}

const KNOWN_MACROS = `As macros são ${Object.keys(MACROS)
  .map((name) => `{${name}}`)
  .join(', ')}.`;

/** What a partner knows a conversion by: its own id in a sub, ours, or that of the transaction. */
const MATCHED_BY = new Set<string>([
  'clickid',
  'transaction',
  'eventid',
  ...Object.keys(MACROS).filter((name) => /^sub\d$/.test(name)),
]);

/** Whether what it sends can be matched to a click or a conversion. */
export const canBeMatched = (template: string): boolean =>
  [...template.matchAll(MACRO)].some(([, name = '']) => MATCHED_BY.has(name));

export const UNMATCHED =
  'Nada nesta URL diz de qual venda se trata: falta uma macro como {clickid} ou {transaction}. Confirme, se for mesmo assim.';

/** The parts of a template, as they are written and as they are sent: its path, and each parameter. */
export function partsSent(template: string, values: MacroValues): { name: string; written: string; sent: string }[] {
  const [path = '', query = ''] = template.split(/\?(.*)/s);
  const fill = (text: string) =>
    text.replace(MACRO, (whole, name: string) => (isMacro(name) ? encoded(values[name]) : whole));
  const parts = query.split('&').filter((part) => part !== '');
  return [
    { name: 'URL', written: path, sent: fill(path) },
    ...parts.map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      return { name, written: value, sent: fill(value) };
    }),
  ];
}

/** The address for one conversion. A value never changes more than the part that it is in. The template has no problem. */
export const fillTemplate = (template: string, values: MacroValues): URL =>
  new URL(template.replace(MACRO, (whole, name: string) => (isMacro(name) ? encoded(values[name]) : whole)));

const isMacro = (name: string): name is Macro => Object.hasOwn(MACROS, name);

/** '..' would leave its folder, and its dots cannot be encoded: a URL parser reads '%2e' as a dot there. */
const encoded = (value: string): string => (/^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed()));
