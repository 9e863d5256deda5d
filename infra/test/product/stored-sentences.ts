// No sentence is stored: reasons, warnings, outcomes and errors are codes with parameters, rendered where people read them, so that another
// language or a corrected sentence reaches history. This finds Portuguese sentences in the columns that the product itself fills.

/** Columns that hold what people, visitors, checkouts and ad platforms wrote. */
const WRITTEN_BY_OTHERS: readonly { readonly columns: RegExp; readonly reason: string }[] = [
  {
    columns:
      /^clickhouse (clicks|page_views|click_identities|conversion_ledger|conversion_assignments|conversions)(_replay)?\.(?!status$|currency$)/,
    reason: 'links, pages, browsers and networks of visitors; transactions of checkouts',
  },
  { columns: /^clickhouse \w*daily\w*\./, reason: 'rollups of the same, grouped by names of ads and regions' },
  { columns: /^clickhouse ad_spend(_replay)?\./, reason: 'names of ads and ad sets' },
  {
    columns: /^clickhouse webhook_deliveries(_replay)?\.(body|reason_params|person_\w+)$/,
    reason: 'the body as the checkout sent it, and the name of its event',
  },
  { columns: /^clickhouse dead_letters(_replay)?\.(bytes|key)$/, reason: 'the event as it came' },
  {
    columns: /^postgres (tenants|users|campaigns|api_keys|destinations)\.(\w*name|url_template|destination_url)$/,
    reason: 'names and addresses that people give; the first campaign gets a name that they may change',
  },
  { columns: /^postgres spend_entries\.(source|note|before)$/, reason: 'what people write down of a cost' },
  {
    columns: /^postgres costs\.(product_id|note)$/,
    reason: 'products of checkouts, and what people write down of a cost',
  },
  { columns: /^postgres invites\.inviter_name$/, reason: 'the name of a person' },
  {
    columns: /^postgres audit_log\.(actor_name|detail)$/,
    reason: 'names of people, and those that they gave to things',
  },
  { columns: /^postgres leads\./, reason: 'what a person left, and the notes of the tenant' },
  { columns: /^postgres lead_status_history\.(notes|changed_by_name)$/, reason: 'notes and names of people' },
  {
    columns: /^postgres ad_platform_\w+\.(name|\w+_name)$/,
    reason: 'names of accounts and campaigns at the ad platform',
  },
];

/** Words that Portuguese sentences are made of, and English ones are not. */
const WORDS = new Set(
  `o os do dos à às ao aos na nas nos da das de em um uma uns umas para por pelo pela com sem que se não foi já mais ou seu sua
   está esta este esse essa isso são tem têm pode podem deve você conta senha venda evento entrega servidor endereço informe
   confira tente nenhum nenhuma falta muitos muitas quando depois antes ainda`.split(/\s+/),
);
/** Three words or more in a row. */
const PHRASE = /\p{L}+(?:[.,;:]? \(?\p{L}+\)?){2,}/gu;

/** The first Portuguese phrase of a text: two different words of the list, or one and a word with a diacritic. */
export function portugueseIn(text: string): string | undefined {
  return text.match(PHRASE)?.find((phrase) => {
    const words = new Set(phrase.toLowerCase().match(/\p{L}+/gu));
    const known = [...words].filter((word) => WORDS.has(word) || /[áéíóúâêôãõç]/.test(word));
    return known.length >= 2 && known.some((word) => WORDS.has(word));
  });
}

/** The sentence that a column holds although the product wrote it; `column` as in 'postgres outbox.last_error'. */
export const sentenceIn = (column: string, text: string): string | undefined =>
  WRITTEN_BY_OTHERS.some(({ columns }) => columns.test(column)) ? undefined : portugueseIn(text);
