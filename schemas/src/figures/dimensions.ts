// By what figures are grouped and filtered. To add one: here, and its SQL in `api/figures/src/sql/dimension-sql.ts`.
import type { Fact } from './facts.ts';

interface Definition {
  /** For people, in Portuguese. */
  readonly label: string;
  /** What people read where the fact has none of it. */
  readonly absent: string;
  /** Which facts know it: a metric of another fact is null in its groups, and under a filter of it. */
  readonly knownBy: readonly Fact[];
  /** A filter may ask what it, or its name, contains. */
  readonly isText?: true;
}

const EVENTS = ['clicks', 'pageViews', 'sales', 'orders'] as const satisfies readonly Fact[];
const DAYS = [...EVENTS, 'spend', 'expenses', 'leads'] as const satisfies readonly Fact[];
const SOLD = ['sales', 'orders'] as const satisfies readonly Fact[];
const LINK = ['clicks', ...SOLD] as const satisfies readonly Fact[];
const NEVER = '–';

const text = (label: string, absent: string, knownBy: readonly Fact[]) =>
  ({ label, absent, knownBy, isText: true }) as const satisfies Definition;
const code = (label: string, absent: string, knownBy: readonly Fact[]) =>
  ({ label, absent, knownBy }) as const satisfies Definition;

/**
 * Keys are texts: a day is 'yyyy-MM-dd', a week its Sunday, a month 'yyyy-MM', an hour '0' to '23', a weekday '0' (Sunday) to '6', all by the
 * tenant's clock. `source` and `channel` are 'direct' where a link gave none.
 */
export const FIGURE_DIMENSIONS = {
  day: code('Dia', NEVER, DAYS),
  week: code('Semana', NEVER, DAYS),
  month: code('Mês', NEVER, DAYS),
  weekday: code('Dia da semana', NEVER, DAYS),
  /** Spend where the platform reports all hours of a campaign's day. */
  hour: code('Hora do dia', NEVER, [...EVENTS, 'spend']),
  campaign: text('Campanha', 'Sem campanha', DAYS),
  source: text('Fonte', 'Direct', [...EVENTS, 'spend']),
  /** Of spend the channel that its source is the name of. */
  channel: text('Canal', 'Direct', [...EVENTS, 'spend']),
  /** Of the campaign on the platform: a row that names none, or one that no account showed, has none. */
  adAccount: text('Conta de anúncios', 'Sem conta de anúncios', [...LINK, 'spend']),
  platformCampaign: text('Campanha na plataforma', 'Sem campanha na plataforma', [...LINK, 'spend']),
  adset: text('Conjunto de anúncios', 'Sem conjunto', [...EVENTS, 'spend']),
  ad: text('Anúncio', 'Sem anúncio', [...EVENTS, 'spend']),
  placement: text('Posicionamento', 'Sem posicionamento', EVENTS),
  siteSource: text('Origem do site', 'Sem origem do site', LINK),
  utmSource: text('utm_source', 'Sem utm_source', LINK),
  utmMedium: text('utm_medium', 'Sem utm_medium', LINK),
  utmCampaign: text('utm_campaign', 'Sem utm_campaign', LINK),
  utmContent: text('utm_content', 'Sem utm_content', LINK),
  utmTerm: text('utm_term', 'Sem utm_term', LINK),
  /** Of a view its own page; of a click the page of its first view. */
  landing: text('Página', 'Sem página', ['clicks', 'pageViews']),
  country: text('País', 'País desconhecido', EVENTS),
  region: text('Estado ou região', 'Região desconhecida', EVENTS),
  city: text('Cidade', 'Cidade desconhecida', EVENTS),
  timezone: code('Fuso horário', 'Fuso desconhecido', EVENTS),
  device: code('Dispositivo', 'Sem dispositivo', EVENTS),
  browser: text('Navegador', 'Sem navegador', EVENTS),
  os: text('Sistema operacional', 'Sem sistema operacional', EVENTS),
  product: text('Produto', 'Sem produto', SOLD),
  offer: text('Oferta', 'Sem oferta', SOLD),
  coupon: text('Cupom', 'Sem cupom', SOLD),
  affiliate: text('Afiliado', 'Sem afiliado', SOLD),
  kind: code('Tipo de venda', 'Sem tipo', SOLD),
  installments: code('Parcelas', 'Sem parcelas', SOLD),
  payment: code('Pagamento', 'Sem forma de pagamento', SOLD),
  checkout: code('Checkout', 'Sem checkout', SOLD),
  attribution: code('Atribuição', 'Sem atribuição', SOLD),
} as const satisfies Readonly<Record<string, Definition>>;

export type FigureDimension = keyof typeof FIGURE_DIMENSIONS;
export const FIGURE_DIMENSION_NAMES = Object.keys(FIGURE_DIMENSIONS) as [FigureDimension, ...FigureDimension[]];

export const dimensionOf = (name: FigureDimension): Definition => FIGURE_DIMENSIONS[name];
/** Whether the dimension distinguishes rows of this fact. */
export const isKnownBy = (fact: Fact, dimension: FigureDimension): boolean =>
  dimensionOf(dimension).knownBy.includes(fact);
/** Whether they can be split by all of these at once: of an hour it is known what a campaign spent, and not what its ads did. */
export const isKnownByAll = (fact: Fact, dimensions: readonly FigureDimension[]): boolean =>
  dimensions.every((dimension) => isKnownBy(fact, dimension)) &&
  !(fact === 'spend' && dimensions.includes('hour') && (dimensions.includes('ad') || dimensions.includes('adset')));
