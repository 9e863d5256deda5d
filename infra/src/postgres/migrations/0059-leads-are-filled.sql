-- What does a later post of a lead add to it? Each of these is the first post that had the field, as 'received|event|value', so that the least of
-- two texts is the earlier post, in any order of the log. The columns without `first_` are made of them.
ALTER TABLE leads
  ADD COLUMN first_click    text COLLATE "C", -- 'received|event|minute|click id'
  ADD COLUMN first_source   text COLLATE "C",
  ADD COLUMN first_medium   text COLLATE "C",
  ADD COLUMN first_campaign text COLLATE "C",
  ADD COLUMN first_phone    text COLLATE "C"; -- the value is a person as in `person_encrypted`; null: no post after the first had one

CREATE FUNCTION lead_mark(received timestamptz, event text, value text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN value <> '' THEN to_char(received AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '|' || event || '|' || value END
$$;
UPDATE leads SET
  first_click = lead_mark(received_at, event_id,
    CASE WHEN click_id <> '' THEN coalesce(to_char(click_minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') || '|' || click_id ELSE '' END),
  first_source = lead_mark(received_at, event_id, source),
  first_medium = lead_mark(received_at, event_id, medium),
  first_campaign = lead_mark(received_at, event_id, campaign);
DROP FUNCTION lead_mark(timestamptz, text, text);
