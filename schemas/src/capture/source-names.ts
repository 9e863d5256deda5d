/**
 * What people, files, links and programs call the places where traffic is bought, in one table for clicks and for spend: a platform that is
 * known under one name here and under another one there counts its money twice (ADR 148). Case, accents, separators, plurals and words
 * like 'ads' make no difference.
 */

/** Known words, without accents and separators, by what they mean. Placements of a platform are names of their own for spend. */
const WORDS: Readonly<Record<string, string>> = wordsOf({
  facebook:
    'fb fbk face facebk facebok facbook facebock feice feicebook meta metafacebook facebookmeta metainc metaplatforms businessmanager',
  instagram: 'ig igm insta instagran instragram metainstagram',
  messenger: 'msg facebookmessenger fbmessenger metamessenger',
  'audience network': 'audiencenetwork audience facebookaudiencenetwork metaaudiencenetwork fbaudiencenetwork',
  threads: 'thread instagramthreads metathreads',
  google: 'adwords gads googleadwords googleadw',
  youtube: 'yt',
  tiktok: 'tt',
  kwai: 'kw',
  taboola: 'tb',
  outbrain: 'ob',
  bing: 'microsoftads microsoftadvertising',
  whatsapp: 'wpp zap whats wa',
  telegram: 'tg',
  email: 'mail newsletter emailmarketing',
});
/** What Meta fills into {{site_source_name}}; in a longer text it is an English article. */
const WHOLE: Readonly<Record<string, string>> = { an: 'audience network' };

/** The placements in whose platform's own report their spend is, where one account pays for all. */
const PLACEMENTS: Readonly<Record<string, string>> = {
  instagram: 'facebook',
  messenger: 'facebook',
  'audience network': 'facebook',
  threads: 'facebook',
};
export const PLACEMENT_SOURCES = Object.keys(PLACEMENTS);
/** The platforms whose reports hold placements. */
const REPORTING = new Set(Object.values(PLACEMENTS));

/** Placements that clicks have no channel of their own for. */
const CHANNELS: Readonly<Record<string, string>> = { messenger: 'facebook', 'audience network': 'facebook' };

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** They say that something is an ad, and not whose. */
const FILLERS = setOf(
  'ad ads adv advert adverts advertising advertisement anuncio anuncios publicidade propaganda midia media paid pago paga pagos pagas ' +
    'trafego cpc ppc cpm manager gerenciador gestor business suite campanha campanhas campaign campaigns plataforma plataformas platform platforms ' +
    'de do da dos das no na e em por para the of on by from via and www com br inc ltda',
);
/** Of a text that says what was paid for: a place on the platform, and words of money. In a link 'instagram_stories' may be a channel of its own. */
const SPEND_FILLERS = new Set([
  ...FILLERS,
  ...setOf(
    'gasto gastos custo custos spend cost costs investimento boost boosts impulsionar impulsionado impulsionamento impulsionamentos patrocinado ' +
      'patrocinados sponsored post posts feed feeds story stories reel reels explore explorar marketplace mobile desktop app',
  ),
]);
/** What people write without a space: 'metaadsmanager', 'adsfacebook'. */
const GLUED = [
  'anuncios',
  'anuncio',
  'campaigns',
  'campaign',
  'campanhas',
  'campanha',
  'advertising',
  'manager',
  'business',
  'paid',
  'ads',
  'ad',
];

function wordsOf(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, words]) =>
      [name.replaceAll(' ', ''), ...words.split(' ')].map((word) => [word, name]),
    ),
  );
}

const own = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** A plural of four letters and more: 'facebooks', not 'was'. */
const PLURAL = /^(.{4,})s$/;

function wordMeans(word: string): string | undefined {
  const found = own(WORDS, word) ?? own(WORDS, PLURAL.exec(word)?.[1] ?? '');
  if (found !== undefined) return found;
  const end = GLUED.find((one) => word.length > one.length && word.endsWith(one));
  if (end !== undefined) return wordMeans(word.slice(0, -end.length));
  const start = GLUED.find((one) => word.length > one.length && word.startsWith(one));
  return start === undefined ? undefined : wordMeans(word.slice(start.length));
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();

/** What a text means when each of its words is known or says nothing; undefined for any other text. */
function meaningOf(text: string, fillers: ReadonlySet<string>): string | undefined {
  const plain = plainOf(text).replace(/^https?:\/\/|\/+$/g, '');
  const words = plain.split(/[\s_.,:;|()&+–—-]+/).filter((word) => word !== '');
  const whole = words.join('');
  const found = own(WHOLE, whole) ?? own(WORDS, whole);
  if (found !== undefined) return found;
  const named = words.filter((word) => !fillers.has(word));
  if (named.length === 0) return undefined;
  const joined = wordMeans(named.join(''));
  if (joined !== undefined) return joined;
  const meanings = new Set(named.map(wordMeans));
  if (meanings.has(undefined)) return undefined;
  const [first, ...more] = [...meanings] as [string, ...string[]];
  if (more.length === 0) return first;
  // 'Facebook e Instagram' is what one report has.
  const platforms = new Set([first, ...more].map((name) => PLACEMENTS[name] ?? name));
  return platforms.size === 1 ? [...platforms][0] : undefined;
}

/** The channel that people mean by a name; '' for none. An unknown word is its own channel, in lower case. */
export function channelNamed(text: string): string {
  const name = text.trim().toLowerCase();
  const means = meaningOf(name, FILLERS);
  return means === undefined ? name : (CHANNELS[means] ?? means);
}

/** Channels that sell no ads: their spend stays with the source that their clicks have. */
const WITHOUT_REPORTS = setOf('email whatsapp telegram');

/** The source of spend that people mean by a name, an ad platform by its id; any other is itself, in lower case. */
export function spendSourceNamed(text: string): string {
  const name = text.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ');
  const means = meaningOf(name, SPEND_FILLERS);
  return means === undefined || WITHOUT_REPORTS.has(means) ? name : means;
}

/**
 * The ad platform in whose report the spend of this source may be: of a placement, and of a name that says more than the platform's, such as
 * 'facebook ads 2', which is one account of several. Undefined for any other source, the platform itself too.
 */
export function platformOfPlacement(source: string): string | undefined {
  if (source.includes('/')) return undefined;
  const means = meaningOf(source, SPEND_FILLERS);
  if (means !== undefined) return own(PLACEMENTS, means);
  const words = plainOf(source).split(/[^\p{L}\p{N}]+|\p{N}+/u);
  const named = words.flatMap((word) => wordMeans(word) ?? []);
  return named.map((name) => own(PLACEMENTS, name) ?? name).find((name) => REPORTING.has(name));
}
