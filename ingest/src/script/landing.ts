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

const TAGS =
  'tsource sub1 sub2 sub3 sub4 sub5 sub6 sub7 sub8 utm_source utm_medium utm_campaign utm_content utm_term utm_id'.split(
    ' ',
  );
/** They mark a click as paid (decision 12). From the first one the pixel makes its own id, `_fbc`. */
const PAID_CLICKS = ['fbclid', 'gclid', 'ttclid'];
/** The click ids of ad platforms; `click_id` is Kwai's. */
const AD_CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'ttclid', 'click_id', 'msclkid'];
const PAID_MEDIUM = /^(cpc|ppc|paid|paid_?social|display|ads)$/i;
/** '{sub1}', '{{ad.id}}', '%7Bsub1%7D', '__CID__': the ad platform did not fill its macro in, so there is no value. */
export const UNEXPANDED = /^\{.*\}$|\{\{.*\}\}|%7b|%7B|^__[A-Z][A-Z\d_]*__$/;
const VALUE_MAX = 256;
/** A platform finds nothing by an id that was cut. */
const AD_CLICK_ID_MAX = 512;

/** `adopts`: whether a click id of the address may be adopted; without it the address is read as if it had none. */
export function readLanding(search: string, defaultCampaignId: string, adopts: boolean): Landing {
  const query = new URLSearchParams(search);
  const value = (name: string) => {
    const text = (query.get(name) || '').trim();
    return UNEXPANDED.test(text) ? '' : text.slice(0, AD_CLICK_IDS.includes(name) ? AD_CLICK_ID_MAX : VALUE_MAX);
  };
  const idIn = (name: string, form: RegExp) => (form.test(value(name)) ? value(name) : '');

  // `/track` itself adds `clickid` when it leads on to a page: the same click, not another one.
  const clickId = adopts ? idIn('mcid', CLICK_ID) || idIn('clickid', CLICK_ID) : '';
  const given = idIn('cmpid', CAMPAIGN);
  const campaignId = given || defaultCampaignId;
  const paid =
    clickId !== '' ||
    campaignId !== defaultCampaignId ||
    value('tsource') !== '' ||
    PAID_CLICKS.some((name) => value(name) !== '') ||
    PAID_MEDIUM.test(value('utm_medium'));
  const facts = clickId || [given, ...[...TAGS, 'fbclid', ...AD_CLICK_IDS].map(value)].join('|');
  return {
    campaignId,
    clickId,
    paid,
    signature: paid ? hash(facts) : '',
    tags: [...TAGS, ...AD_CLICK_IDS].map((name) => [name, value(name)] as const).filter(([, text]) => text !== ''),
    fbp: value('_fbp'),
    fbc: value('_fbc'),
    fbclid: value('fbclid'),
  };
}

/** djb2: a session remembers its signatures in a cookie, and this only has to distinguish a few of them. */
function hash(text: string): string {
  let sum = 5381;
  for (let index = 0; index < text.length; index += 1) sum = ((sum * 33) ^ text.charCodeAt(index)) >>> 0;
  return sum.toString(36);
}
