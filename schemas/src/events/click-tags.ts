// The parameters of a tracking URL, in one list. Events, `/track`, table rows, SELECT lists, the CSV file of clicks, answers of
// the API and rows of tests are made from it. To add a tag, add it here and as a column in the migrations of `clicks`.

interface Tag {
  /** In the tracking URL. */
  readonly parameter: string;
  /** In the tables of ClickHouse. */
  readonly column: string;
  /** In the file of clicks, whose columns are fixed (decision 32). Tags without a header are not in it. */
  readonly header?: string;
}

/** By their names in events and answers. `sub1` to `sub8` are the names of the wire alone; rows say what they hold. */
export const CLICK_TAGS = {
  source: { parameter: 'tsource', column: 'source', header: 'Source' },
  fbp: { parameter: '_fbp', column: 'fbp' },
  fbc: { parameter: '_fbc', column: 'fbc' },
  sub1: { parameter: 'sub1', column: 'ad_id', header: 'Sub1 (Ad ID)' },
  sub2: { parameter: 'sub2', column: 'adset_id', header: 'Sub2 (AdSet ID)' },
  sub3: { parameter: 'sub3', column: 'ad_campaign_id', header: 'Sub3 (Campaign ID)' },
  sub4: { parameter: 'sub4', column: 'ad_name', header: 'Sub4 (Ad Name)' },
  sub5: { parameter: 'sub5', column: 'adset_name', header: 'Sub5 (AdSet Name)' },
  sub6: { parameter: 'sub6', column: 'ad_campaign_name', header: 'Sub6 (Campaign Name)' },
  sub7: { parameter: 'sub7', column: 'placement', header: 'Sub7 (Placement)' },
  sub8: { parameter: 'sub8', column: 'site_source', header: 'Sub8 (Site Source)' },
  utmSource: { parameter: 'utm_source', column: 'utm_source', header: 'UTM Source' },
  utmMedium: { parameter: 'utm_medium', column: 'utm_medium', header: 'UTM Medium' },
  utmCampaign: { parameter: 'utm_campaign', column: 'utm_campaign', header: 'UTM Campaign' },
  utmContent: { parameter: 'utm_content', column: 'utm_content', header: 'UTM Content' },
  utmTerm: { parameter: 'utm_term', column: 'utm_term', header: 'UTM Term' },
  utmId: { parameter: 'utm_id', column: 'utm_id', header: 'UTM ID' },
  gclid: { parameter: 'gclid', column: 'gclid' },
  gbraid: { parameter: 'gbraid', column: 'gbraid' },
  wbraid: { parameter: 'wbraid', column: 'wbraid' },
  ttclid: { parameter: 'ttclid', column: 'ttclid' },
  // Kwai's own name for it says nothing of Kwai.
  kwaiClickId: { parameter: 'click_id', column: 'kwai_click_id' },
  msclkid: { parameter: 'msclkid', column: 'msclkid' },
  // Of a click that opened a chat in WhatsApp, as the chat's messages name it.
  ctwaClid: { parameter: 'ctwa_clid', column: 'ctwa_clid' },
  // The cookie of TikTok's pixel.
  ttp: { parameter: '_ttp', column: 'ttp' },
} as const satisfies Readonly<Record<string, Tag>>;

export type TagName = keyof typeof CLICK_TAGS;
export type TagColumn<Name extends TagName = TagName> = (typeof CLICK_TAGS)[Name]['column'];

export const TAG_NAMES = Object.keys(CLICK_TAGS) as TagName[];

/** The ids that ad platforms give to a click. Their events API finds the click by them. */
export const AD_CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'ttclid', 'kwaiClickId', 'msclkid', 'ctwaClid'] as const;

/** By which an ad platform recognizes a click or its browser: whole or not at all, so they may be longer than other tags, and are never cut. */
export const RECOGNIZED_BY = ['fbp', 'fbc', 'ttp', ...AD_CLICK_IDS] as const;

/** The ad of a click: what a customer fills the macros of the ad platform into. */
export const AD_TAGS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'sub6', 'sub7', 'sub8'] as const;

/** What a conversion carries of its click. */
export const ATTRIBUTION_TAGS = [
  'source',
  ...AD_TAGS,
  ...(['utmSource', 'utmMedium', 'utmCampaign', 'utmContent', 'utmTerm'] as const),
] as const;

type TagWithHeader = {
  [Name in TagName]: (typeof CLICK_TAGS)[Name] extends { header: string } ? Name : never;
}[TagName];
export type TagHeader = (typeof CLICK_TAGS)[TagWithHeader]['header'];

/** The tags of the file of clicks, in its order. */
export const TAGS_WITH_HEADER = TAG_NAMES.filter((name) => 'header' in CLICK_TAGS[name]) as TagWithHeader[];

/** A value for each of these tags. */
export const mapTags = <Name extends TagName, Value>(names: readonly Name[], give: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, give(name)])) as Record<Name, Value>;

export type TagColumns<Name extends TagName, Value> = { [N in Name as TagColumn<N>]: Value };

/** The same by column. */
export function mapTagColumns<const Name extends TagName, Value>(
  names: readonly Name[],
  give: (name: Name) => Value,
): TagColumns<Name, Value> {
  const columns: Record<string, Value> = {};
  for (const name of names) columns[CLICK_TAGS[name].column] = give(name);
  return columns as TagColumns<Name, Value>;
}

/** The tags that a row has in its columns. */
export const tagsOfRow = <const Name extends TagName, Row extends TagColumns<Name, unknown>>(
  names: readonly Name[],
  row: Row,
) =>
  mapTags(names, (name) => row[CLICK_TAGS[name].column as keyof Row]) as Record<Name, Row[TagColumn<Name> & keyof Row]>;

/** As a SELECT names them. */
export const tagColumnList = (names: readonly TagName[]): string =>
  names.map((name) => CLICK_TAGS[name].column).join(', ');
