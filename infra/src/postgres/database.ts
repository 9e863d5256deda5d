import type { ColumnType, Generated } from 'kysely';

/** The tables as Kysely sees them. The reasons for each stand in migrations/*.sql; a migration and this file change together. */
export interface Database {
  tenants: TenantsTable;
  users: UsersTable;
  sessions: SessionsTable;
  campaigns: CampaignsTable;
  tracking_keys: TrackingKeysTable;
  login_attempts: LoginAttemptsTable;
}

/** A moment the database fills in when the row does not give it. */
type Moment = ColumnType<Date, Date | string | undefined, Date | string>;

export interface TenantsTable {
  id: string;
  name: string;
  slug: string;
  time_zone: Generated<string>;
  main_campaign_id: string | null;
  currency: Generated<string>;
  subscription_plan: Generated<string>;
  subscription_status: Generated<string>;
  is_demo: Generated<boolean>;
  demo_seeded_at: Date | null;
  created_at: Moment;
}

export interface UsersTable {
  id: string;
  tenant_id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: 'admin' | 'editor' | 'viewer';
  password_hash: string;
  created_at: Moment;
}

export interface SessionsTable {
  id_hash: Uint8Array;
  tenant_id: string;
  user_id: string;
  created_at: Moment;
  last_seen_at: Moment;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  ip: string | null;
  user_agent: string | null;
}

export interface CampaignsTable {
  campaign_id: string;
  tenant_id: string;
  id: string;
  name: string;
  status: Generated<string>;
  destination_url: string | null;
  leads_are_conversions: Generated<boolean>;
  created_at: Moment;
}

export interface TrackingKeysTable {
  key: string;
  tenant_id: string;
  provider: string;
  created_at: Moment;
}

export interface LoginAttemptsTable {
  id: ColumnType<string, never, never>;
  kind: 'login' | 'register';
  account: string | null;
  ip: string;
  attempted_at: Moment;
}
