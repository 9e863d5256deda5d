// A click as it stands in lists and in the story of a sale: its columns, and how they come back.
import { Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { device, PLACE_AND_DEVICE, place } from './filters.ts';
import { placeAndDevice } from './place-and-device.ts';

/** Of `CLICK_FIELDS`, and of the moment and the id, which each question names for itself. */
export const clickColumns = {
  created_at: InstantText,
  click_id: z.string(),
  campaign_id: z.string(),
  source: TextOrNull,
  referrer: TextOrNull,
  ...place,
  ...device,
  is_bot: Flag,
  fbp: TextOrNull,
  fbc: TextOrNull,
  sub1: TextOrNull,
  sub2: TextOrNull,
  sub3: TextOrNull,
  sub4: TextOrNull,
  sub5: TextOrNull,
  sub6: TextOrNull,
  sub7: TextOrNull,
  sub8: TextOrNull,
  utm_source: TextOrNull,
  utm_medium: TextOrNull,
  utm_campaign: TextOrNull,
  utm_content: TextOrNull,
  utm_term: TextOrNull,
  utm_id: TextOrNull,
};
type ClickRow = z.output<z.ZodObject<typeof clickColumns>>;

export const CLICK_FIELDS = `campaign_id, source, referrer, ${PLACE_AND_DEVICE}, is_bot, fbp, fbc,
      sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8,
      utm_source, utm_medium, utm_campaign, utm_content, utm_term, utm_id`;

export const clickFields = (row: ClickRow) => ({
  id: row.click_id,
  clickId: row.click_id,
  campaignId: row.campaign_id,
  source: row.source,
  referrer: row.referrer,
  ...placeAndDevice(row),
  isBot: row.is_bot,
  fbp: row.fbp,
  fbc: row.fbc,
  sub1: row.sub1,
  sub2: row.sub2,
  sub3: row.sub3,
  sub4: row.sub4,
  sub5: row.sub5,
  sub6: row.sub6,
  sub7: row.sub7,
  sub8: row.sub8,
  utmSource: row.utm_source,
  utmMedium: row.utm_medium,
  utmCampaign: row.utm_campaign,
  utmContent: row.utm_content,
  utmTerm: row.utm_term,
  utmId: row.utm_id,
  createdAt: row.created_at,
});
