-- Which clicks have a text in their agent or referrer?
-- Both are thousands of texts that millions of clicks repeat: a search then looks at each text of a block once, and not at each row.
ALTER TABLE clicks
    MODIFY COLUMN referrer LowCardinality(String),
    MODIFY COLUMN user_agent LowCardinality(String);
