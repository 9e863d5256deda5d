import { mapTagColumns, TAG_NAMES } from '@tracker/schemas/events/click-tags';
import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One row per click. `ts` is the moment inside the click id, so that a repeated click lands on the same key. */
export const insertClicks = defineInsert({
  table: 'clicks',
  columns: {
    tenant_id: 'String',
    ts: 'Instant',
    click_id: 'String',
    campaign_id: 'String',
    event_id: 'String',
    received_at: 'Instant',
    referrer: 'String',
    user_agent: 'String',
    ip_address: 'String',
    address_key: 'String',
    address_encrypted: 'String',
    country_code: 'String',
    region: 'String',
    city: 'String',
    timezone: 'String',
    device_type: 'String',
    browser: 'String',
    operating_system: 'String',
    ...mapTagColumns(TAG_NAMES, () => 'String' as const),
    channel: 'String',
    is_bot: 'Flag',
    is_prefetch: 'Flag',
    has_raw_macro: 'Flag',
    gpc: 'Flag',
    consent: 'String',
    prev: 'String',
    retry_of: 'String',
    ver: 'UInt64',
  },
});

export type ClickRow = DefinedRow<typeof insertClicks>;

/** Tombstones of clicks that were never answered; they have the key of the click's row alone. */
export const insertVoidClicks = defineInsert({
  table: 'clicks',
  columns: { tenant_id: 'String', ts: 'Instant', click_id: 'String', is_void: 'Flag', ver: 'UInt64' },
});
