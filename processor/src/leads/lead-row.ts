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
}

/** A lead that names a click. */
export interface LeadOfClick {
  readonly tenantId: string;
  readonly leadId: string;
  readonly clickId: string;
}
