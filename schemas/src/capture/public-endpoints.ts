import { z } from 'zod';
import { EXAMPLE_CLICK_ID } from '../checkouts/example.ts';
import { examples as genericExamples } from '../checkouts/generic/examples.ts';
import { WORDS_REFERENCE } from '../checkouts/generic/words-reference.ts';
import { examples as orderExamples } from '../checkouts/orders/examples.ts';
import { examples as ownCheckoutExamples } from '../checkouts/own-checkout/examples.ts';
import { CheckoutId } from '../checkouts/registry.ts';
import { ScriptProblem } from '../events/script-notice.ts';
import { ErrorAnswer } from '../texts/errors.ts';
import { ConversionAnswer, TrackAnswer } from './answers.ts';
import { GenericBody, GenericQuery } from './field-reference.ts';
import { LeadCreated, LeadRefused, LeadRepeated } from './lead.ts';

/**
 * The public endpoints for pages, forms and checkouts, as the documents describe them. A test compares this list with the routes
 * of ingest, and a fuzz run with their answers.
 */
export interface PublicEndpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The first is the one to use; the others are neutral aliases, because ad blockers match the words of the first. */
  readonly paths: readonly [string, ...string[]];
  readonly summary: string;
  /** In Markdown. */
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: { readonly types: readonly string[]; readonly schema: z.ZodType };
  /** Requests that can be sent as they are, with a key and a click id of one's own. */
  readonly examples?: readonly PublicExample[];
  /** An API key of scope `capture` may name the tenant, instead of `key` in the address. */
  readonly apiKey?: true;
  readonly answers: readonly PublicAnswer[];
}

export interface PublicExample {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The status of the answer. */
  readonly status: number;
}

/** In the place of a webhook key, a campaign. */
export const EXAMPLE_KEY = 'CHAVE_DO_WEBHOOK';
export const EXAMPLE_CAMPAIGN_ID = 'lanc01';

export interface PublicAnswer {
  readonly status: number;
  readonly meaning: string;
  /** Absent: no body. */
  readonly type?: string;
  /** Of a JSON body. */
  readonly schema?: z.ZodType;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const refusals: Readonly<Record<number, string>> = {
  400: 'Something that is needed is missing or cannot be read.',
  401: 'Nobody vouches for it: the key is unknown, or the secret does not match.',
  403: 'The API key may only read.',
  404: 'There is nothing under this name.',
  405: 'The key does not permit GET.',
  413: 'The body is too large: 64 KiB, and 1 MiB for conversions.',
  414: 'The URL is longer than 8 KiB.',
  415: 'The content type or encoding cannot be read; the sentence says which are. With a key, a conversion is a row of the inbox instead.',
  429: 'Too many from one sender; `Retry-After` says when to come again.',
  503: 'It could not be kept; `Retry-After` says when to come again. Nothing was recorded.',
};
const refused = (...statuses: number[]): PublicAnswer[] =>
  [...statuses, 414, 503].map((status) => ({
    status,
    meaning: refusals[status] ?? '',
    type: JSON_TYPE,
    schema: ErrorAnswer,
  }));

const text = (meaning: string) => z.string().describe(meaning).optional();
/** mc.js sends it with each call. */
const ofTag = {
  defaultcampaignid: text('The campaign of the tag that calls: campaigns of other companies are then unknown.'),
};
const CLICK_ID = 'The click id, `mc_{campaign}_{19 digits}`.';

const tags = {
  tsource: text('Where the traffic comes from.'),
  sub1: text('Ad id.'),
  sub2: text('Ad set id.'),
  sub3: text('Campaign id of the ad platform.'),
  sub4: text('Ad name.'),
  sub5: text('Ad set name.'),
  sub6: text('Campaign name of the ad platform.'),
  sub7: text('Placement.'),
  sub8: text('Site of the placement.'),
  utm_source: text('utm_source'),
  utm_medium: text('utm_medium'),
  utm_campaign: text('utm_campaign'),
  utm_content: text('utm_content'),
  utm_term: text('utm_term'),
  utm_id: text('utm_id'),
  _fbp: text('Browser id of the pixel.'),
  _fbc: text('Click id of the pixel.'),
  gclid: text('Click id of Google Ads.'),
  gbraid: text('Click id of Google Ads, from an app on iOS to the web.'),
  wbraid: text('Click id of Google Ads, from the web to an app on iOS.'),
  ttclid: text('Click id of TikTok.'),
  click_id: text('Click id of Kwai.'),
  msclkid: text('Click id of Microsoft Advertising.'),
  ctwa_clid: text('Click id of an ad of Meta that opens WhatsApp.'),
  _ttp: text('Browser id of the TikTok pixel.'),
};

/** Other formats of checkouts are objects of any kind, which it does not refuse. */
const checkoutBody = { types: [JSON_TYPE, FORM_TYPE, 'multipart/form-data'], schema: GenericBody };
const key = EXAMPLE_KEY;
const examplesOf = (given: { params?: PublicExample['params']; query?: PublicExample['query'] }, label = '') =>
  genericExamples.map(({ name, body }): PublicExample => ({ summary: `${label}${name}`, ...given, body, status: 200 }));
const webhookExamples = [
  ...examplesOf({ params: { provider: 'generic', key } }, 'generic: '),
  ...ownCheckoutExamples.map(({ name, body }) => ({
    ...{ summary: `own-checkout: ${name}`, params: { provider: 'own-checkout', key }, body, status: 200 },
  })),
  ...orderExamples.map(({ name, body }) => ({
    ...{ summary: `orders: ${name}`, params: { provider: 'orders', key }, body, status: 200 },
  })),
];
const POSTBACKS: readonly { readonly summary: string; readonly query: Record<string, string> }[] = [
  {
    summary: 'Venda aprovada',
    query: { click_id: EXAMPLE_CLICK_ID, transaction_id: 'TESTE-2001', amount: '97.90', status: 'approved' },
  },
  {
    summary: 'Reembolso',
    query: { click_id: EXAMPLE_CLICK_ID, transaction_id: 'TESTE-2001', amount: '97.90', status: 'refunded' },
  },
  {
    summary: 'Nos nomes de um rastreador',
    query: { clickid: EXAMPLE_CLICK_ID, txid: 'TESTE-2002', payout: '12.50', status: 'approved' },
  },
];
const conversionAnswers: PublicAnswer[] = [
  { status: 200, meaning: 'Recorded once, however often it is sent.', type: JSON_TYPE, schema: ConversionAnswer },
  ...refused(400, 401, 413, 415),
];

const postbackAnswers: PublicAnswer[] = [
  { status: 200, meaning: 'Recorded once, however often it is sent.', type: JSON_TYPE, schema: ConversionAnswer },
  { status: 204, meaning: 'Prefetched: nothing was counted.' },
  ...refused(401, 405),
];

const LeadBody = z.object({
  name: z.string().describe('Or `nome`.'),
  email: z.string(),
  phone: text('Or `telefone`.'),
  click_id: text(CLICK_ID),
  campaign_id: text('The campaign, when there is no click id.'),
  source: text('Goes before the source of the click.'),
  medium: text('Free text.'),
  campaign: text('Free text.'),
});

export const PUBLIC_ENDPOINTS: readonly PublicEndpoint[] = [
  {
    name: 'capture.track',
    method: 'GET',
    paths: ['/track/:campaignId', '/t/:campaignId'],
    summary: 'Records a click and sends the visitor on to the campaign’s destination, or answers the click id.',
    params: z.object({ campaignId: z.string() }),
    query: z.object({
      format: z.enum(['json']).describe('`json`: always answer the click id.').optional(),
      referrer: text('The page that the visitor came from.'),
      prev: text('With `format=json`: the visitor’s click before this one.'),
      consent: text('With `format=json`: `granted`, `denied` or `unset`, as the visitor decided about tracking.'),
      ...ofTag,
      ...tags,
    }),
    examples: [
      {
        summary: 'Click de um anúncio, como JSON',
        params: { campaignId: EXAMPLE_CAMPAIGN_ID },
        query: { format: 'json', tsource: 'facebook', sub1: '120210000000001', sub4: 'VSL 01', utm_source: 'facebook' },
        status: 200,
      },
    ],
    answers: [
      {
        status: 200,
        meaning: 'The click id; a browser gets a page that says that the campaign has no destination yet.',
        type: JSON_TYPE,
        schema: TrackAnswer,
      },
      { status: 302, meaning: 'To the destination, with `clickid`.' },
      ...refused(404, 429),
    ],
  },
  {
    name: 'capture.view',
    method: 'GET',
    paths: ['/view', '/v'],
    summary: 'Records a page view of a click. Answers OK also for a click that nobody knows.',
    query: z.object({
      clickid: z.string().describe(CLICK_ID),
      url: text('The page; without it, the `Referer`.'),
      title: text('The page’s title.'),
      referrer: text('The page before it.'),
      ...ofTag,
    }),
    examples: [
      {
        summary: 'Página vista',
        query: { clickid: EXAMPLE_CLICK_ID, url: 'https://loja.example/oferta', title: 'Oferta' },
        status: 200,
      },
    ],
    answers: [{ status: 200, meaning: 'OK.', type: 'text/plain' }, ...refused(400)],
  },
  {
    name: 'capture.identify',
    method: 'POST',
    paths: ['/identify', '/i'],
    summary: 'Fills in what a page learnt after its click: the pixels’ ids, and the visitor’s click before.',
    query: z.object(ofTag),
    body: {
      types: [JSON_TYPE],
      schema: z.object({
        clickid: z.string().describe(CLICK_ID),
        fbp: text('`_fbp`'),
        fbc: text('`_fbc`'),
        ttp: text('`_ttp`'),
        prev: text('The visitor’s click before this one.'),
      }),
    },
    examples: [
      {
        summary: 'IDs do pixel',
        body: { clickid: EXAMPLE_CLICK_ID, fbp: 'fb.1.1751849000000.1234567890', fbc: 'fb.1.1751849000000.AbCdEf' },
        status: 204,
      },
    ],
    answers: [{ status: 204, meaning: 'Taken.' }, ...refused(400, 413, 415)],
  },
  {
    name: 'capture.checkout',
    method: 'POST',
    paths: ['/checkout', '/k'],
    summary: 'Records that a click’s visitor went to a checkout, once for a click and target in ten minutes.',
    query: z.object(ofTag),
    body: {
      types: [JSON_TYPE],
      schema: z.object({
        clickid: z.string().describe(CLICK_ID),
        url: z.string().describe('Where the link or form leads; only its host and path are kept.'),
      }),
    },
    examples: [
      {
        summary: 'Ida ao checkout',
        body: { clickid: EXAMPLE_CLICK_ID, url: 'https://pay.hotmart.com/A1234567B' },
        status: 204,
      },
    ],
    answers: [{ status: 204, meaning: 'Taken.' }, ...refused(400, 413, 415)],
  },
  {
    name: 'capture.notice',
    method: 'POST',
    paths: ['/notice', '/n'],
    summary:
      'Records what the script noticed on a page: a button without a link, or a copy of the script. A warning, in no figure.',
    query: z.object(ofTag),
    body: {
      types: [JSON_TYPE],
      schema: z.object({
        clickid: z.string().describe(CLICK_ID),
        url: z.string().describe('The page; only its host and path are kept.'),
        problem: ScriptProblem,
      }),
    },
    examples: [
      {
        summary: 'Botão sem link',
        body: { clickid: EXAMPLE_CLICK_ID, url: 'https://loja.example/oferta', problem: 'button-without-link' },
        status: 204,
      },
    ],
    answers: [{ status: 204, meaning: 'Taken.' }, ...refused(400, 413, 415)],
  },
  {
    name: 'capture.conversion',
    method: 'POST',
    paths: ['/conversion'],
    summary: 'Records a sale, a refund or a lead, in the format of any checkout.',
    query: z.object({
      key: text('A webhook key of the company. Without it the click id must name a known campaign.'),
      ...ofTag,
    }),
    description: WORDS_REFERENCE,
    body: checkoutBody,
    examples: examplesOf({ query: { key } }),
    apiKey: true,
    answers: [...conversionAnswers, ...refused(403).slice(0, 1)],
  },
  {
    name: 'capture.conversion-by-get',
    method: 'GET',
    paths: ['/conversion'],
    summary:
      'As by POST, with the fields in the address, where the key permits it. HEAD and prefetched requests count nothing.',
    query: GenericQuery.extend({ key: z.string().describe('A webhook key of the company.') }),
    examples: POSTBACKS.map(({ summary, query }) => ({ summary, query: { key, ...query }, status: 200 })),
    answers: postbackAnswers,
  },
  {
    name: 'capture.webhook-by-get',
    method: 'GET',
    paths: ['/webhooks/:provider/:key'],
    summary:
      'As by POST, with the fields in the address, where the key permits it. HEAD and prefetched requests count nothing.',
    params: z.object({ provider: CheckoutId, key: z.string() }),
    query: GenericQuery,
    examples: POSTBACKS.map((one) => ({ ...one, params: { provider: 'generic', key }, status: 200 })),
    answers: [...postbackAnswers, ...refused(404).slice(0, 1)],
  },
  {
    name: 'capture.webhook',
    method: 'POST',
    paths: ['/webhooks/:provider/:key'],
    summary: 'The address to give to a checkout.',
    description: WORDS_REFERENCE,
    params: z.object({ provider: CheckoutId, key: z.string() }),
    body: checkoutBody,
    examples: webhookExamples,
    answers: [...conversionAnswers, ...refused(404).slice(0, 1)],
  },
  {
    name: 'capture.lead',
    method: 'POST',
    paths: ['/leads'],
    summary:
      'Records that somebody left their name and e-mail. The company is that of the key, the click or the campaign.',
    query: z.object({
      key: text('A webhook key of the company.'),
      campaign_id: text('Where the body has none; so are `click_id`, `source`, `medium` and `campaign`.'),
    }),
    body: { types: [JSON_TYPE, FORM_TYPE], schema: LeadBody },
    examples: [
      {
        summary: 'Lead de um formulário',
        query: { key },
        body: { name: 'Ana Lima', email: 'ana.lima@example.com', phone: '11999998888', click_id: EXAMPLE_CLICK_ID },
        status: 201,
      },
      {
        summary: 'Lead sem click',
        query: { key },
        body: { nome: 'Rui Costa', email: 'rui@example.com', campaign_id: EXAMPLE_CAMPAIGN_ID, source: 'feira' },
        status: 201,
      },
    ],
    apiKey: true,
    answers: [
      { status: 201, meaning: 'A new lead.', type: JSON_TYPE, schema: LeadCreated },
      { status: 200, meaning: 'The same e-mail in the same campaign again.', type: JSON_TYPE, schema: LeadRepeated },
      { status: 400, meaning: refusals[400] ?? '', type: JSON_TYPE, schema: z.union([LeadRefused, ErrorAnswer]) },
      ...refused(401, 403, 413, 415, 429),
    ],
  },
  {
    name: 'capture.script',
    method: 'GET',
    paths: ['/mc.js'],
    summary: 'The tracking script; it reads its configuration from its own URL.',
    query: z.object({
      attribution: z.enum(['firstclick', 'lastclick', 'firstpaid', 'lastpaid']).optional(),
      defaultcampaignid: text('The campaign of visits that name none.'),
      cookiedomain: text('The domain of the cookie.'),
      cookieduration: text('Days that the cookie lasts.'),
      regviewonce: text('`true`: one view per session.'),
      hashviews: text('`true`: a route behind `#` is a page of its own.'),
    }),
    answers: [
      { status: 200, meaning: 'The script.', type: 'text/javascript' },
      { status: 304, meaning: 'As you have it.' },
      ...refused(),
    ],
  },
];

/** The first words of their paths. */
export const PUBLIC_FOLDERS = [
  ...new Set(PUBLIC_ENDPOINTS.flatMap(({ paths }) => paths.map((path) => path.split('/', 2)[1] ?? ''))),
];

/** Of links that people follow. */
export const LINK_FOLDERS: readonly string[] = ['track', 't'];

const LINK = /^\/+(track|t)(\/|%2f|(?=\?|$))/i;

/** The address of an ad's link as its route knows it: people and tools write its folder in capitals, behind several slashes, or with an encoded one. */
const linkAsRouted = (url: string): string =>
  url.startsWith('/track/') || url.startsWith('/t/')
    ? url
    : url.replace(LINK, (_, folder: string, slash: string) => `/${folder.toLowerCase()}${slash && '/'}`);

/** They take what is sent once, by programs whose authors seldom read the answer. */
const TAKING = PUBLIC_ENDPOINTS.flatMap(({ method, paths }) => (method === 'POST' ? paths : [])).map(
  (path) => path.split('/', 2)[1] ?? '',
);
const TAKING_PATH = new RegExp(`^/+(?:${[...new Set(TAKING)].join('|')})(?=/|$)`);
const POSTBACK_PATH = /^\/+(?:conversion|webhooks)(?=\/|$)/;

/**
 * The address as its route knows it. A base address that ends in a slash doubles the one after it, and people end an address with one: that is
 * mended where a conversion or a lead would be lost. Within `/api` an empty part would be another call.
 */
export function urlAsRouted(url: string, method = 'GET'): string {
  if (method !== 'POST' && LEAD_BY_GET.test(url)) return url.replace(/^\/+leads\/*/, '/leads/');
  const routed = linkAsRouted(url);
  const end = routed.indexOf('?');
  const path = end < 0 ? routed : routed.slice(0, end);
  if (!path.endsWith('/') && !path.includes('//')) return routed;
  const rest = end < 0 ? '' : routed.slice(end);
  if (/^\/+(api|auth)\//.test(path)) return path.replace(/^\/+/, '/') + rest;
  if (!(method === 'POST' ? TAKING_PATH : POSTBACK_PATH).test(path)) return routed;
  return path.replace(/\/{2,}/g, '/').replace(/\/$/, '') + rest;
}

/** GET of this path is a screen; what is below it is none, nor what has the key of a sender. */
export const SCREEN_FOLDER = 'leads';
const WITH_KEY = String.raw`\?(?:.*&)?key=`;
const LEAD_BY_GET = new RegExp(`^/+${SCREEN_FOLDER}/*${WITH_KEY}`);

/**
 * Paths of GET that are never answered by the screens, as a pattern for the gateway, too: an address below a public endpoint that none of them
 * knows is a broken link of an ad, and its visitor is a stranger. '/conversion-logs' is a screen. In any case.
 */
export const PUBLIC_PATH = String.raw`/+(?:${SCREEN_FOLDER}(?:/|${WITH_KEY})|(?:${PUBLIC_FOLDERS.filter(
  (folder) => folder !== SCREEN_FOLDER,
)
  .map((folder) => folder.replace('.', String.raw`\.`))
  .join('|')})(?![\w-]))`;
