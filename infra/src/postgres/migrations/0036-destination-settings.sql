-- What an ad platform must know of the place that conversions are sent to, and whose token is used there (infra/docs/adr/0090).
-- `settings` are {pixelId, testCode} for a pixel: fields of the platform's own, which its adapter alone reads.
ALTER TABLE destinations
  ADD COLUMN credential text CHECK (credential IN ('own', 'connection')), -- null for a postback and a device
  ADD COLUMN settings   jsonb NOT NULL DEFAULT '{}';

UPDATE destinations SET credential = 'own', settings = jsonb_build_object('pixelId', pixel_id, 'testCode', test_code)
WHERE kind = 'conversions-api';

-- With its column goes the check of it.
ALTER TABLE destinations DROP COLUMN pixel_id, DROP COLUMN test_code;
ALTER TABLE destinations ADD CONSTRAINT destinations_of_kind CHECK (
  CASE kind
    WHEN 'conversions-api' THEN platform IS NOT NULL AND credential IS NOT NULL AND (credential = 'own') = (token_encrypted IS NOT NULL)
    WHEN 'postback' THEN platform IS NULL AND credential IS NULL AND url_template IS NOT NULL
    ELSE platform IS NULL AND credential IS NULL AND url_template IS NULL AND token_encrypted IS NOT NULL
  END
);
