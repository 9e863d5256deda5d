// How a click id is laid out, for mc.js, too: plain patterns, since a library would make it too large.

export const CAMPAIGN_ID = '[a-z0-9][a-z0-9_-]{1,39}';

/** `mc_{campaign}_{13 digits of Unix milliseconds}{6 digits that make it unique}`; the campaign and the moment are its groups. */
export const CLICK_ID = `mc_(${CAMPAIGN_ID})_(\\d{13})\\d{6}`;
