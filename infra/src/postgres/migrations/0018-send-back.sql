-- Conversions sent back to the ad platform (Conversions API) and to postback addresses and to the devices of people (0030-push.sql), through one outbox (infra/docs/adr/0018).

-- Where does a tenant want its conversions to be sent?
-- Grain: one row per pixel (one for each ad platform) or postback.
CREATE TABLE destinations (
  id           text PRIMARY KEY,
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('conversions-api', 'postback', 'web-push')),
  platform     text, -- of the Conversions API, as in `ad_platform_connections`; null for a postback
  name         text NOT NULL DEFAULT '', -- a postback's; '' for a pixel
  is_on        boolean NOT NULL,
  -- When it was last switched on: a conversion of before is not sent, so that no tenant's history goes out at once.
  since        timestamptz NOT NULL,
  pixel_id     text CHECK (pixel_id ~ '^[\w-]{5,64}$'), -- in the form of its platform, which the API checks
  -- A pixel's token, or the push subscription of a device ({endpoint, keys}). Encrypted by the keyring of APP_KEYS, bound to the row by the
  -- aad 'pixel-token|tenant|id'.
  token_encrypted bytea,
  test_code    text,
  url_template text,
  -- It refused us for good (a worthless token): nothing is sent until a person changes the row. {code, …}: SendProblem of
  -- schemas/src/send-back/problems.ts
  stop_reason  jsonb,
  stopped_at   timestamptz,
  changed_by   text, -- the user's id of who set it last: it ends with their rights, unless another person keeps it
  created_at   timestamptz NOT NULL,
  CHECK (
    CASE kind
      WHEN 'conversions-api' THEN platform IS NOT NULL AND pixel_id IS NOT NULL AND token_encrypted IS NOT NULL
      WHEN 'postback' THEN platform IS NULL AND url_template IS NOT NULL
      ELSE platform IS NULL AND url_template IS NULL AND token_encrypted IS NOT NULL
    END
  )
);
CREATE UNIQUE INDEX destinations_pixel_key ON destinations (tenant_id, platform) WHERE kind = 'conversions-api';
CREATE INDEX destinations_tenant_idx ON destinations (tenant_id, created_at);

-- Which conversion goes where, and did it arrive?
-- Grain: one row per conversion and destination, and so a conversion is sent once, also when it is delivered, recomputed or read again. Holds nothing
-- of the buyer: that is read, and opened with the person's key, when it is sent.
CREATE TABLE outbox (
  tenant_id      text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  destination_id text NOT NULL REFERENCES destinations (id) ON DELETE CASCADE,
  conversion_id  text NOT NULL,
  state          text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'expired')),
  approved_at    timestamptz NOT NULL, -- never in the future
  attempts       integer NOT NULL DEFAULT 0,
  next_at        timestamptz NOT NULL, -- of one that waits
  last_error     jsonb,                -- {code, …}: SendProblem of schemas/src/send-back/problems.ts
  settled_at     timestamptz,          -- when it was sent or given up
  -- Of a device: the tag of its notice, from before that went out. What is in doubt after a crash is sent again as the same notice.
  notice         text,
  PRIMARY KEY (destination_id, conversion_id)
);
CREATE INDEX outbox_due_idx ON outbox (destination_id, next_at) WHERE state = 'waiting';
CREATE INDEX outbox_conversion_idx ON outbox (tenant_id, conversion_id);
CREATE INDEX outbox_expiry_idx ON outbox (approved_at) WHERE state = 'waiting';
-- The last results of a destination.
CREATE INDEX outbox_settled_idx ON outbox (destination_id, settled_at DESC) WHERE state <> 'waiting';

ALTER TABLE destinations ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox       ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON destinations TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON outbox       TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON destinations TO tracker_app;
GRANT SELECT, UPDATE ON outbox TO tracker_app;

-- For the processor, across tenants; as in 0019-lookups.sql, these functions return of a tenant only what must be done.

-- Is anything of this tenant's to be sent at all?
CREATE FUNCTION lookup_destinations(wanted text) RETURNS TABLE (tenant_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted WHERE EXISTS (SELECT FROM destinations d WHERE d.tenant_id = wanted AND d.is_on)
$$;

-- `conversions`: [{"tenant_id", "conversion_id", "approved_at", "at", "next_at"}, …], each once; those that are there already stay as they are,
-- but for one that waits for its click: it need not wait longer. A device is notified `at` once: its notice says little of the click.
CREATE FUNCTION enqueue_conversions(conversions jsonb) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO outbox AS o (tenant_id, destination_id, conversion_id, approved_at, next_at)
  SELECT d.tenant_id, d.id, s.conversion_id, s.approved_at, CASE d.kind WHEN 'web-push' THEN s.at ELSE s.next_at END
  FROM jsonb_to_recordset(conversions)
    AS s (tenant_id text, conversion_id text, approved_at timestamptz, at timestamptz, next_at timestamptz)
  JOIN destinations d ON d.tenant_id = s.tenant_id AND d.is_on AND s.approved_at >= d.since
  ORDER BY d.id, s.conversion_id -- the same order everywhere: two batches at once must not wait for each other
  ON CONFLICT ON CONSTRAINT outbox_pkey DO UPDATE SET next_at = excluded.next_at
    WHERE o.state = 'waiting' AND o.attempts = 0 AND excluded.next_at < o.next_at
$$;

CREATE FUNCTION list_due_destinations(at timestamptz, most integer) RETURNS TABLE (tenant_id text, destination_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.tenant_id, d.id FROM destinations d
  WHERE d.is_on AND d.stopped_at IS NULL
    AND EXISTS (SELECT FROM outbox o WHERE o.destination_id = d.id AND o.state = 'waiting' AND o.next_at <= at)
  LIMIT most
$$;

-- For the metrics of operators: when the oldest one was due that is to be sent and is not.
CREATE FUNCTION oldest_due_in_outbox(at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(o.next_at) FROM destinations d
  JOIN outbox o ON o.destination_id = d.id AND o.state = 'waiting' AND o.next_at <= at
  WHERE d.is_on AND d.stopped_at IS NULL
$$;

-- What no receiver takes any more, of any destination. `reason` is kept where nothing else says why.
CREATE FUNCTION expire_outbox(approved_before timestamptz, at timestamptz, reason jsonb) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    UPDATE outbox SET state = 'expired', settled_at = at, last_error = coalesce(last_error, reason)
    WHERE state = 'waiting' AND approved_at <= approved_before RETURNING 1
  )
  SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION lookup_destinations(text), enqueue_conversions(jsonb), list_due_destinations(timestamptz, integer),
  oldest_due_in_outbox(timestamptz), expire_outbox(timestamptz, timestamptz, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_destinations(text), enqueue_conversions(jsonb), list_due_destinations(timestamptz, integer),
  oldest_due_in_outbox(timestamptz), expire_outbox(timestamptz, timestamptz, jsonb) TO tracker_app;
