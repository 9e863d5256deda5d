import type { TrustedPlace } from '@tracker/schemas/events/request-facts';

/** The products, campaigns and visitors of the demo tenant. Invented, with realistic proportions. */

export interface DemoAd {
  readonly id: string;
  readonly name: string;
  readonly adSet: { readonly id: string; readonly name: string };
  readonly placement: string;
  readonly weight: number;
  /** Conversions per click, relative to the campaign's. */
  readonly appeal: number;
}

export interface DemoProduct {
  readonly id: string;
  readonly name: string;
  readonly offer: string;
}

export interface DemoSource {
  readonly source: string;
  readonly referrer: string;
  readonly utmMedium: string;
  readonly weight: number;
  readonly hasAds: boolean;
}

export interface DemoCampaign {
  /** Ending of the campaign id; its start is made unique per installation. */
  readonly slug: string;
  readonly name: string;
  readonly weight: number;
  /** Conversions per hundred clicks. */
  readonly conversionRate: number;
  /** Cost of a paid click in BRL; 0 for a campaign without ads. */
  readonly costPerClick: number;
  readonly prices: readonly number[];
  readonly sources: readonly DemoSource[];
  readonly ads: readonly DemoAd[];
}

/** Where the ads of a campaign lead; a name that belongs to no one (RFC 2606). */
export const pageOf = ({ slug }: DemoCampaign): string => `https://example.com/${slug}`;

/** What the ad platform calls it. */
export const platformCampaignOf = ({ slug }: DemoCampaign): string => `c-${slug}`;

const source = (name: string, weight: number, change: Partial<DemoSource> = {}): DemoSource => ({
  source: name,
  referrer: `https://www.${name}.com/`,
  utmMedium: 'paid',
  weight,
  hasAds: true,
  ...change,
});
const organic = (name: string, referrer: string, weight: number): DemoSource => ({
  source: name,
  referrer,
  utmMedium: name === '' ? '' : 'organic',
  weight,
  hasAds: false,
});

function ads(first: number, rows: readonly (readonly [string, string, string, number, number])[]): DemoAd[] {
  return rows.map(([name, adSetName, placement, weight, appeal], index) => ({
    id: String(first + index),
    name,
    adSet: { id: String(first + 500 + (index >> 1)), name: adSetName },
    placement,
    weight,
    appeal,
  }));
}

export const CAMPAIGNS: readonly DemoCampaign[] = [
  {
    slug: 'curso-trafego',
    name: 'Curso Tráfego do Zero',
    weight: 42,
    conversionRate: 3.3,
    costPerClick: 1.35,
    prices: [97, 97, 97, 147],
    sources: [
      source('facebook', 55),
      source('instagram', 34),
      organic('', 'https://l.instagram.com/', 6),
      organic('', '', 5),
    ],
    ads: ads(120_210_001, [
      ['Vídeo – Depoimento da Carla', 'Interesses amplos', 'Instagram_Reels', 30, 1.5],
      ['Carrossel – 5 erros', 'Interesses amplos', 'Facebook_Feed', 24, 1.0],
      ['Estático – Oferta da semana', 'Semelhantes 1%', 'Instagram_Stories', 20, 0.8],
      ['Vídeo – Aula grátis', 'Semelhantes 1%', 'Facebook_Feed', 16, 1.2],
      ['Estático – Garantia', 'Remarketing 30 dias', 'Instagram_Feed', 10, 1.9],
    ]),
  },
  {
    slug: 'mentoria',
    name: 'Mentoria Vendas Diárias',
    weight: 22,
    conversionRate: 1.6,
    costPerClick: 2.1,
    prices: [297, 297, 497],
    sources: [source('facebook', 38), source('google', 47, { utmMedium: 'cpc' }), source('youtube', 15)],
    ads: ads(120_220_001, [
      ['Pesquisa – mentoria de vendas', 'Marca e concorrentes', 'search', 40, 1.3],
      ['Vídeo – Bastidores', 'Donos de negócio', 'Facebook_Feed', 35, 0.9],
      ['Estático – Vagas limitadas', 'Donos de negócio', 'Instagram_Feed', 25, 0.8],
    ]),
  },
  {
    slug: 'ebook',
    name: 'E-book Funil Simples',
    weight: 26,
    conversionRate: 3.6,
    costPerClick: 1.15,
    prices: [27, 37],
    sources: [source('tiktok', 52), source('kwai', 22), source('instagram', 26)],
    ads: ads(120_230_001, [
      ['UGC – Antes e depois', 'Aberto 18–34', 'TikTok_Feed', 45, 1.1],
      ['UGC – Passo a passo', 'Aberto 18–34', 'TikTok_Feed', 30, 0.9],
      ['Vídeo – Preço de um café', 'Kwai aberto', 'Kwai_Feed', 25, 0.9],
    ]),
  },
  {
    slug: 'lista-email',
    name: 'Lista de e-mail e orgânico',
    weight: 10,
    conversionRate: 4.6,
    costPerClick: 0,
    prices: [97, 147, 297],
    sources: [
      organic('email', '', 46),
      organic('', 'https://www.google.com/', 30),
      organic('', 'https://blog.exemplo.com.br/', 9),
      organic('', '', 15),
    ],
    ads: [],
  },
];

/** Each price is one offer of one product. */
const PRODUCTS: Readonly<Record<number, DemoProduct>> = {
  27: { id: 'EB-1', name: 'E-book Funil Simples', offer: 'Só o e-book' },
  37: { id: 'EB-1', name: 'E-book Funil Simples', offer: 'E-book e áudio' },
  97: { id: 'CT-1', name: 'Curso Tráfego do Zero', offer: 'Curso' },
  147: { id: 'CT-1', name: 'Curso Tráfego do Zero', offer: 'Curso e planilhas' },
  297: { id: 'MV-1', name: 'Mentoria Vendas Diárias', offer: 'Em grupo' },
  497: { id: 'MV-1', name: 'Mentoria Vendas Diárias', offer: 'Individual' },
};

/** Throws for a price that nothing has. */
export function productAt(price: number): DemoProduct {
  const product = PRODUCTS[price];
  if (!product) throw new Error(`no product of the demo costs ${price}`);
  return product;
}

const place = (countryCode: string, region: string, city: string, timeZone: string, weight: number) => ({
  place: { countryCode, region, city, timeZone } satisfies TrustedPlace,
  weight,
});

export const PLACES = [
  place('BR', 'São Paulo', 'São Paulo', 'America/Sao_Paulo', 24),
  place('BR', 'Rio de Janeiro', 'Rio de Janeiro', 'America/Sao_Paulo', 12),
  place('BR', 'Minas Gerais', 'Belo Horizonte', 'America/Sao_Paulo', 9),
  place('BR', 'São Paulo', 'Campinas', 'America/Sao_Paulo', 7),
  place('BR', 'Paraná', 'Curitiba', 'America/Sao_Paulo', 6),
  place('BR', 'Rio Grande do Sul', 'Porto Alegre', 'America/Sao_Paulo', 6),
  place('BR', 'Bahia', 'Salvador', 'America/Bahia', 6),
  place('BR', 'Pernambuco', 'Recife', 'America/Recife', 5),
  place('BR', 'Ceará', 'Fortaleza', 'America/Fortaleza', 5),
  place('BR', 'Distrito Federal', 'Brasília', 'America/Sao_Paulo', 4),
  place('BR', 'Amazonas', 'Manaus', 'America/Manaus', 3),
  place('PT', 'Lisboa', 'Lisboa', 'Europe/Lisbon', 5),
  place('PT', 'Porto', 'Porto', 'Europe/Lisbon', 2),
  place('US', 'Florida', 'Orlando', 'America/New_York', 2),
  place('US', 'Massachusetts', 'Boston', 'America/New_York', 1),
  place('AO', 'Luanda', 'Luanda', 'Africa/Luanda', 1),
  place('MZ', 'Maputo', 'Maputo', 'Africa/Maputo', 1),
  place('JP', 'Aichi', 'Nagoya', 'Asia/Tokyo', 1),
];

const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko)';

export const USER_AGENTS = [
  { userAgent: `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, weight: 38 },
  { userAgent: `${ANDROID} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Instagram 400.0.0.0`, weight: 16 },
  { userAgent: `${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`, weight: 15 },
  { userAgent: `${APPLE} Mobile/22F76 [FBAN/FBIOS;FBAV/500.0.0.0]`, weight: 9 },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    weight: 15,
  },
  {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    weight: 4,
  },
  { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', weight: 2 },
  { userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', weight: 1 },
];

/** Clicks by hour of the local day: few at night, a lunch-time rise, the evening on the sofa. */
export const HOUR_WEIGHTS = [
  14, 8, 5, 3, 3, 5, 12, 24, 34, 40, 44, 50, 58, 54, 48, 46, 48, 52, 60, 72, 84, 86, 66, 36,
].map((weight, hour) => ({ hour, weight }));

/** Sunday first. */
export const WEEKDAY_WEIGHTS = [1.12, 1.0, 0.94, 0.96, 0.98, 0.9, 1.04];
