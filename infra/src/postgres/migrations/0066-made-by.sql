-- Who set up what lets conversions out of a tenant, or lets something in? The user's id, kept when the user is gone; null: from before this was stored.
-- With the person's rights it ends (infra/docs/adr/0138). API keys have it already, devices are of their person.
ALTER TABLE destinations ADD COLUMN created_by text; -- of who made it; `changed_by` is who set it or switched it on last
ALTER TABLE ad_platform_connections ADD COLUMN connected_by text; -- of who brought the consent
ALTER TABLE webhook_secrets ADD COLUMN set_by text;
ALTER TABLE checkout_tokens ADD COLUMN set_by text;
