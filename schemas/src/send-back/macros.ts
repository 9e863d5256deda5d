// The postback URLs of a tenant, called for each conversion, and the values of their macros. The screen validates with the same
// code.

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
  const unknown = [...template.matchAll(MACRO)].find(([, name]) => !isMacro(name ?? ''));
  if (unknown) return `A macro ${unknown[0]} não existe.`;
  if (!URL.canParse(template.replace(MACRO, ''))) return 'Informe uma URL válida.';
  return undefined;
}

/** The address for one conversion. A value never changes more than the part that it is in. The template has no problem. */
export const fillTemplate = (template: string, values: MacroValues): URL =>
  new URL(template.replace(MACRO, (whole, name: string) => (isMacro(name) ? encoded(values[name]) : whole)));

const isMacro = (name: string): name is Macro => Object.hasOwn(MACROS, name);

/** '..' would leave its folder, and its dots cannot be encoded: a URL parser reads '%2e' as a dot there. */
const encoded = (value: string): string => (/^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed()));
