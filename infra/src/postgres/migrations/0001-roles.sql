-- The product's queries run as tracker_app, which owns nothing and is no superuser, because both would bypass row level security.
-- Roles belong to the whole server, not to one database, so another database of the same server may have created it already.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tracker_app') THEN
    CREATE ROLE tracker_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- two databases of one server migrated at the same moment
END
$$;

-- The login role of the connection string may become tracker_app (start-up parameter `role`), and never the other way round.
GRANT tracker_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO tracker_app;
