import { decodeText } from '@tracker/schemas/capture/link-text';
import { CAMPAIGN_ID } from '@tracker/schemas/primitives/click-id-layout';

/** A tracking link as it was asked for. */
export interface TrackingLink {
  /** '' where it names none. */
  readonly campaignId: string;
  /** Behind '?', or behind what people and their tools wrote for it. */
  readonly query: string;
  /** The campaign and '?' are where they should be. */
  readonly isWellFormed: boolean;
}

const FOLDER = /^\/+[^/?]+\/*/;
/** What begins the parameters where no '?' does. */
const SIGN = /[&;]|%(?:26|3b|3f)/i;
const FIRST_ID = new RegExp(`(?<![\\w-])${CAMPAIGN_ID}(?![\\w-])`, 'i');
const WELL_FORMED = new RegExp(`^/[a-z]+/(${CAMPAIGN_ID})(?:\\?|$)`);

/**
 * Mail tools, chats and people put a slash, a blank or a full stop behind the campaign, write it in capitals, and write '&' for '?'. All of these
 * lead to the campaign.
 */
export function trackingLink(url: string): TrackingLink {
  const at = url.indexOf('?');
  const [, id] = WELL_FORMED.exec(url) ?? [];
  const query = at === -1 ? '' : url.slice(at + 1);
  if (id !== undefined) return { campaignId: id, query, isWellFormed: true };
  const path = (at === -1 ? url : url.slice(0, at)).replace(FOLDER, '');
  const sign = path.search(SIGN);
  const named = sign === -1 ? path : path.slice(0, sign);
  const inPath = sign === -1 ? '' : path.slice(sign).replace(SIGN, '');
  const [campaignId = ''] = FIRST_ID.exec(decodeText(named)) ?? [];
  return {
    campaignId: campaignId.toLowerCase(),
    query: inPath === '' || query === '' ? inPath + query : `${inPath}&${query}`,
    isWellFormed: false,
  };
}

/**
 * A query that every reader reads the same way: names in lower case, no sign of another parameter or of
 * quoted-printable in a value, and letters of UTF-8.
 */
const PLAIN =
  /^(?:[a-z\d_]+=(?!3D)(?:[\w.~:/!*'()|,@+-]|%(?:2[0-24579A-Fa-f]|3[AaC-Ec-e]|5[BDbd]|7[Cc]|40)|%[Cc][23]%[89ABab][\dA-Fa-f])+(?:&|$))*$/;

/** The server has then read its parameters already. */
export const isPlain = ({ query, isWellFormed }: TrackingLink): boolean => isWellFormed && PLAIN.test(query);
