-- May ads be changed with a connection? The person consents to that apart from reading (infra/docs/adr/0108).
ALTER TABLE ad_platform_connections ADD COLUMN can_act boolean NOT NULL DEFAULT false; -- until a call shows that it was taken back
-- Whether the person who left was to be asked for it.
ALTER TABLE ad_platform_consents ADD COLUMN for_actions boolean NOT NULL DEFAULT false;
