// Which tables of Postgres a backup has. A new table is in it unless it is named here.

/** Not in a backup: what the log gives again, what belongs to tables that are not there after a restore, and open doors. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  // Compared instead.
  'schema_migrations',
  // The log comes from the archive.
  'event_log',
  'log_head',
  'consumer_offsets',
  'replay_runs',
  'replay_snapshots',
  'replay_uncomputed',
  // Of this installation; the next run begins it again.
  'backup_state',
  'limits_reached',
  'store_probe',
  // A restored installation is another one (ADR 150).
  'installation',
  // The log gives it again.
  'retried_clicks',
  'recomputations',
  // A session that was ended, a link that was used and an invitation that was withdrawn must not work again.
  'sessions',
  'account_links',
  'ad_platform_consents',
  'login_attempts',
  'invites',
  // Tries of one day.
  'idempotent_calls',
  // What was sent must not be sent again, and what was done at a platform not be done again: the audit log has who asked for it.
  'messages',
  'ad_actions',
]);

/**
 * What can be deleted for good: the keys of persons and addresses, and what is remembered of erasures. Each run of a backup or of the
 * archive replaces them, so that no older backup can be read with a key that was deleted.
 */
export const KEY_TABLES = ['person_keys', 'person_ties', 'erased_persons', 'address_keys'] as const;
