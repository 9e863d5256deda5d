import { type ClickRow, insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { channelOf } from '@tracker/schemas/capture/channel';
import { readAgain } from '@tracker/schemas/capture/track';
import type { ClickEvent } from '@tracker/schemas/events/click';
import { CLICK_TAGS, TAG_NAMES, type TagColumns, type TagName } from '@tracker/schemas/events/click-tags';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import { requestColumns, type WithPlace } from './visitor-request.ts';

/**
 * Every column, of which the compiler knows the tags: it demands all others of a row. Each row begins as a copy, because an object that
 * grows to 46 fields by spreads and assignments costs six times as much.
 */
const BLANK = Object.fromEntries(insertClicks.columns.map((column) => [column, ''])) as TagColumns<TagName, string>;

export const toClickRow = () =>
  step<WithPlace<ClickEvent>, ClickRow>('to-click-row', (state) => {
    const { event } = state;
    const { clickId, request, isPrefetch, hasRawMacro = false, gpc = false, consent = '' } = event.payload;
    const { prev = '', retryOf = '' } = event.payload;
    const parts = parseClickId(clickId);
    if (!parts) return deadLetter('the click id has no time in it');
    const tags = readAgain(event.payload, parts.clickedAtMs);
    const row: ClickRow = {
      ...BLANK,
      tenant_id: event.tenantId,
      ts: instantFromMs(parts.clickedAtMs),
      click_id: clickId,
      campaign_id: parts.campaignId,
      event_id: event.id,
      received_at: event.receivedAt,
      ...requestColumns(state),
      channel: channelOf({ source: tags.source, utmSource: tags.utmSource, referrer: request.referrer }),
      is_prefetch: isPrefetch,
      has_raw_macro: hasRawMacro,
      gpc,
      consent,
      prev,
      retry_of: retryOf,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    };
    for (const name of TAG_NAMES) row[CLICK_TAGS[name].column] = tags[name];
    return ok(row);
  });
