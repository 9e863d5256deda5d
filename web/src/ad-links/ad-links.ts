import type { Platform } from './platforms.ts';

/** The links for ads: which macro of each platform fills which of our parameters. */

type Parameter = readonly [name: string, value: string];

export interface AdPlatform {
  id: Platform;
  label: string;
  parameters: readonly Parameter[];
  /** Where the parameters go in its ads manager. */
  where: string;
  /** What does not go without saying. */
  note: string;
  /** UTMify's parameters, for people who keep them in their ads: the tracker reads ad, ad set, campaign and placement from them. */
  utmify?: readonly Parameter[];
}

export const AD_LINK_PLATFORMS: readonly AdPlatform[] = [
  {
    id: 'facebook',
    label: 'Facebook e Instagram',
    parameters: [
      ['tsource', 'facebook'],
      ['sub1', '{{ad.id}}'],
      ['sub2', '{{adset.id}}'],
      ['sub3', '{{campaign.id}}'],
      ['sub4', '{{ad.name}}'],
      ['sub5', '{{adset.name}}'],
      ['sub6', '{{campaign.name}}'],
      ['sub7', '{{placement}}'],
      ['sub8', '{{site_source_name}}'],
      ['utm_source', 'facebook'],
      ['utm_medium', 'paid'],
      ['utm_campaign', '{{campaign.name}}'],
      ['utm_content', '{{ad.name}}'],
      ['utm_term', '{{adset.name}}'],
      ['utm_id', '{{campaign.id}}'],
    ],
    where: 'No anúncio, em Rastreamento, cole os parâmetros no campo “Parâmetros de URL”. A URL do site fica sem eles.',
    note: 'Os nomes são os que o anúncio tinha quando foi publicado; os IDs acompanham sempre.',
    utmify: [
      ['utm_source', 'FB'],
      ['utm_campaign', '{{campaign.name}}|{{campaign.id}}'],
      ['utm_medium', '{{adset.name}}|{{adset.id}}'],
      ['utm_content', '{{ad.name}}|{{ad.id}}'],
      ['utm_term', '{{placement}}'],
    ],
  },
  {
    id: 'google',
    label: 'Google Ads',
    parameters: [
      ['tsource', 'google'],
      ['sub1', '{creative}'],
      ['sub2', '{adgroupid}'],
      ['sub3', '{campaignid}'],
      ['sub7', '{placement}'],
      ['sub8', '{network}'],
      ['utm_source', 'google'],
      ['utm_medium', 'cpc'],
      ['utm_campaign', '{campaignid}'],
      ['utm_content', '{creative}'],
      ['utm_term', '{keyword}'],
      ['utm_id', '{campaignid}'],
    ],
    where:
      'Em Configurações da conta ou da campanha, abra “Opções de URL da campanha” e cole os parâmetros em “Sufixo do URL final”.',
    note: 'O Google não tem macro para nomes: anúncio, grupo e campanha aparecem pelo ID. O link direto só passa na revisão quando o destino é do mesmo domínio que o URL final.',
  },
  {
    id: 'tiktok',
    label: 'TikTok Ads',
    parameters: [
      ['tsource', 'tiktok'],
      ['sub1', '__CID__'],
      ['sub2', '__AID__'],
      ['sub3', '__CAMPAIGN_ID__'],
      ['sub4', '__CID_NAME__'],
      ['sub5', '__AID_NAME__'],
      ['sub6', '__CAMPAIGN_NAME__'],
      ['sub7', '__PLACEMENT__'],
      ['utm_source', 'tiktok'],
      ['utm_medium', 'paid'],
      ['utm_campaign', '__CAMPAIGN_NAME__'],
      ['utm_content', '__CID_NAME__'],
      ['utm_term', '__AID_NAME__'],
      ['utm_id', '__CAMPAIGN_ID__'],
    ],
    where: 'No anúncio, cole a URL completa no campo “URL”, em Página de destino.',
    note: 'AID é o grupo de anúncios e CID é o anúncio. Mudar a URL manda o anúncio de volta para análise.',
  },
  {
    id: 'kwai',
    label: 'Kwai',
    parameters: [
      ['tsource', 'kwai'],
      ['sub1', '__CREATIVE_ID__'],
      ['sub2', '__ADGROUP_ID__'],
      ['sub3', '__CAMPAIGN_ID__'],
      ['sub4', '__CREATIVE_NAME__'],
      ['sub5', '__ADGROUP_NAME__'],
      ['sub6', '__CAMPAIGN_NAME__'],
      ['sub7', '__PLACEMENT__'],
      ['utm_source', 'kwai'],
      ['utm_medium', 'paid'],
      ['utm_campaign', '__CAMPAIGN_NAME__'],
      ['utm_content', '__CREATIVE_NAME__'],
      ['utm_term', '__ADGROUP_NAME__'],
      ['utm_id', '__CAMPAIGN_ID__'],
    ],
    where: 'No criativo, cole a URL completa no campo da página de destino.',
    note: 'Clique uma vez na prévia do anúncio e confira em Logs de Clicks se as macros chegaram preenchidas.',
  },
];

/** Macros stay as they are: a platform does not recognise them once they are encoded. */
const joined = (parameters: readonly Parameter[]) => parameters.map(([name, value]) => `${name}=${value}`).join('&');

/** For the field of a platform that takes parameters apart from the address. */
export const adParameters = ({ parameters }: Pick<AdPlatform, 'parameters'>, campaignId: string): string =>
  joined([['cmpid', campaignId], ...parameters]);

/** A page with the script on it; its own parameters and its fragment stay. */
export function landingUrl(platform: Pick<AdPlatform, 'parameters'>, campaignId: string, page: string): string {
  const [address = '', ...fragment] = page.trim().split('#');
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  const hash = fragment.length > 0 ? `#${fragment.join('#')}` : '';
  return address + separator + adParameters(platform, campaignId) + hash;
}

/** The page as a visitor of an ad would open it. The click counts like that of any visitor; its source says what it was. */
export const testClickUrl = (page: string, campaignId: string): string =>
  landingUrl(
    {
      parameters: [
        ['tsource', 'teste'],
        ['utm_source', 'teste'],
      ],
    },
    campaignId,
    page,
  );

/** By way of our server to the campaign's destination: for pages that cannot have the script. */
export const directUrl = ({ parameters }: AdPlatform, trackingUrl: string): string =>
  `${trackingUrl}?${joined(parameters)}`;

export const isPage = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim());

export const EXAMPLE_PAGE = 'https://www.sualoja.com.br/oferta';

/** The destination of a campaign without the macros that only a redirect fills in. */
export function pageOf(destinationUrl: string | null): string {
  if (!destinationUrl || !URL.canParse(destinationUrl)) return '';
  const { origin, pathname } = new URL(destinationUrl);
  return /[{}]|%7B/i.test(pathname) ? origin : origin + pathname;
}
