-- What did people enter as ad spend?
-- Grain: one row per campaign, local day and source that was ever entered. Figures do not read it: they follow from the log, which gets
-- an event with each change, in the same transaction. It is what people see at once after a change, and what an undo gives back.
CREATE TABLE spend_entries (
  tenant_id   text NOT NULL,
  campaign_id text NOT NULL,
  day         date NOT NULL,
  source      text NOT NULL, -- SpendSource of schemas/src/spend/spend-sources.ts
  amount      numeric(18, 4) CHECK (amount >= 0), -- null: was taken away; the row stays for its time
  currency    text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  note        text NOT NULL,
  import_id   text, -- of the file that it came with, until it is changed by hand
  before      jsonb, -- what the import replaced; null: nothing
  changed_by  text NOT NULL, -- the user's id, or 'key:' and that of an API key
  -- To the millisecond, the receipt of the event; grows with every change of the row, so that the last change wins in any order.
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, campaign_id, day, source),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, campaign_id) ON DELETE CASCADE
);
CREATE INDEX spend_entries_day_idx ON spend_entries (tenant_id, day);
CREATE INDEX spend_entries_import_idx ON spend_entries (tenant_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE spend_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON spend_entries TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE ON spend_entries TO tracker_app;
