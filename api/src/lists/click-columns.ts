// The columns of a click in lists and in the details of a conversion, and how they are decoded.
import { Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { mapTagColumns, TAG_NAMES, tagColumnList, tagsOfRow } from '@tracker/schemas/events/click-tags';
import { z } from 'zod';
import { device, PLACE_AND_DEVICE, place } from './filters.ts';
import { placeAndDevice } from './place-and-device.ts';

/** Of `CLICK_FIELDS`, and of the moment and the id, which each question names for itself. */
export const clickColumns = {
  created_at: InstantText,
  click_id: z.string(),
  campaign_id: z.string(),
  referrer: TextOrNull,
  ...place,
  ...device,
  is_bot: Flag,
  ...mapTagColumns(TAG_NAMES, () => TextOrNull),
};
type ClickRow = z.output<z.ZodObject<typeof clickColumns>>;

export const CLICK_FIELDS = `campaign_id, referrer, ${PLACE_AND_DEVICE}, is_bot, ${tagColumnList(TAG_NAMES)}`;

export const clickFields = (row: ClickRow) => ({
  id: row.click_id,
  clickId: row.click_id,
  campaignId: row.campaign_id,
  referrer: row.referrer,
  ...placeAndDevice(row),
  isBot: row.is_bot,
  ...tagsOfRow(TAG_NAMES, row),
  createdAt: row.created_at,
});
