// What the address of a page says about how its visitor came.
import { CAMPAIGN_ID, CLICK_ID as LAYOUT } from '@tracker/schemas/primitives/click-id-layout';

export interface Landing {
  /** The campaign to count the click for; '' when neither the address nor the tag names one. */
  readonly campaignId: string;
  /** The click id that the address brings along, to be adopted instead of a new one; else ''. */
  readonly clickId: string;
  readonly paid: boolean;
  /** Short, the same for the same ad click, '' when the click is not paid. */
  readonly signature: string;
  /** The tags of a click, as `/track` takes them. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly fbp: string;
  readonly fbc: string;
  readonly fbclid: string;
}

export const CLICK_ID = new RegExp(`^${LAYOUT}$`);
const CAMPAIGN = new RegExp(`^${CAMPAIGN_ID}$`);

/**
 * The first eight mark a click as paid (decision 12): ids that ad platforms give to it (`click_id` is Kwai's; from `fbclid` the pixel makes its own,
 * `_fbc`), and the source, which our own links have.
 */
const TAGS =
  'fbclid gclid gbraid wbraid ttclid click_id msclkid tsource sub1 sub2 sub3 sub4 sub5 sub6 sub7 sub8 utm_source utm_medium utm_campaign utm_content utm_term utm_id'.split(
    ' ',
  );
const PAID_MEDIUM = /^(cpc|ppc|paid(_?social)?|display|ads)$/i;
/** A name behind '&', or behind what people and their tools write for it. The server reads links with the same eyes, and cleans the values. */
const NAME = /[?&#](?:\w*;)*([^=&?#]*)/g;
/** A letter in the encoding of old tools: in UTF-8 another byte would follow it. */
const LATIN = /%[c-f].(?!%[89ab])/gi;
/** What says nothing: no value, or a macro that the ad platform did not fill in. The server knows more of them, and cleans what it gets. */
export const UNEXPANDED = /^(undefined|null|.not.set.)$|\{.*\}|__\w+__/i;

/** `adopts`: whether a click id of the address may be adopted; without it the address is read as if it had none. */
export function readLanding(search: string, defaultCampaignId: string, adopts: boolean): Landing {
  const query = new URLSearchParams(
    search.replace(NAME, (_, name: string) => `&${name.toLowerCase().replace('-', '_')}`).replace(LATIN, unescape),
  );
  // A platform finds nothing by an id that was cut: one of more than 1,024 characters is left out.
  const value = (name: string) => {
    const text = query.get(name) || '';
    return UNEXPANDED.test(text) || text[1024] ? '' : text.trim();
  };
  const idIn = (name: string, form: RegExp) => (form.test(value(name)) ? value(name) : '');

  // `/track` itself adds `clickid` when it leads on to a page: the same click, not another one.
  const clickId = adopts ? idIn('mcid', CLICK_ID) || idIn('clickid', CLICK_ID) : '';
  const given = idIn('cmpid', CAMPAIGN);
  const campaignId = given || defaultCampaignId;
  const paid =
    !!clickId ||
    campaignId !== defaultCampaignId ||
    TAGS.slice(0, 8).some(value) ||
    PAID_MEDIUM.test(value('utm_medium'));
  const facts = clickId || [given, ...TAGS.map(value)].join('|');
  return {
    campaignId,
    clickId,
    paid,
    signature: paid ? hash(facts) : '',
    tags: TAGS.map((name) => [name, value(name)] as const).filter(([, text]) => text),
    fbp: value('_fbp'),
    fbc: value('_fbc'),
    fbclid: value('fbclid'),
  };
}

/** djb2: a session remembers its signatures in a cookie, and this only has to distinguish a few of them. */
function hash(text: string): string {
  let sum = 5381;
  for (const letter of text) sum = ((sum * 33) ^ letter.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}
