-- Who changed this lead? A person who left the company is gone from `users`; the history must go on naming them.
ALTER TABLE lead_status_history ADD COLUMN changed_by_name text NOT NULL DEFAULT '';
UPDATE lead_status_history h SET changed_by_name = trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = h.changed_by;
