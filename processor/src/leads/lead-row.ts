/** A row of the `leads` table from a post of a lead form; it excludes the fields that users edit. */
export interface LeadRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly received_at: string;
  readonly has_key: boolean;
  readonly campaign_id: string | null;
  readonly click_id: string;
  readonly click_minute: string | null;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly person_id: string;
  readonly person_key_id: string;
  readonly person_encrypted: string;
  /** Of the first post that had the field: 'received|event|value'; null without one. The texts sort as their posts do. */
  readonly first_click: string | null;
  readonly first_source: string | null;
  readonly first_medium: string | null;
  readonly first_campaign: string | null;
  /** The value is the person of that post. */
  readonly first_phone: string | null;
}

/** A lead that names a click. */
export interface LeadOfClick {
  readonly tenantId: string;
  readonly leadId: string;
  readonly clickId: string;
}
