/**
 * SQL over `url` of page views: its query has the name of a macro as a value ('{{ad.id}}', '{campaignid}', '__CID__'). The script leaves such
 * values out of the click; only the address still shows them.
 */
export const RAW_MACRO_IN_URL = String.raw`match(url, '[?&][a-z0-9_]+=(\\{\\{?[A-Za-z_.]+\\}|(?i:%7B)+[A-Za-z_.]+(?i:%7D)|__[A-Z][A-Z0-9_]*__)')`;
