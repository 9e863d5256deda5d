import type {
  AdActionKind,
  AdActionProblem,
  AdEvidence,
  AdState,
  AdWish,
} from '@tracker/schemas/ad-platforms/ad-action';
import type { AdBudget, AdObject } from '@tracker/schemas/ad-platforms/ad-object';
import type { AdPlatformProblem, SyncWarning } from '@tracker/schemas/ad-platforms/problems';
import type { AmountsIn } from '@tracker/schemas/checkouts/mapping';
import type { OnboardingStepId } from '@tracker/schemas/contracts/onboarding.contract';
import type { LookUpProblem, LookUpState } from '@tracker/schemas/look-ups/problems';
import type { Instant } from '@tracker/schemas/primitives/time';
import type { Role } from '@tracker/schemas/roles';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import type { UnverifiedMode } from '@tracker/schemas/unverified-conversions';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ChangedKind } from './changed-rows.ts';

/** A row of a table or view as it is read. */
export type Stored<Name extends keyof Database> = Readonly<Selectable<Database[Name]>>;

/** The tables as Kysely types. The reasons for each are in migrations/*.sql; a migration and this file change together. */
export interface Database {
  tenants: TenantsTable;
  persons: PersonsTable;
  memberships: MembershipsTable;
  users: UsersView;
  own_tenants: OwnTenantsView;
  sessions: SessionsTable;
  idempotent_calls: IdempotentCallsTable;
  invites: InvitesTable;
  campaigns: CampaignsTable;
  tracking_keys: TrackingKeysTable;
  webhook_secrets: WebhookSecretsTable;
  checkout_tokens: CheckoutTokensTable;
  look_ups: LookUpsTable;
  log_outbox: LogOutboxTable;
  account_links: AccountLinksTable;
  login_attempts: LoginAttemptsTable;
  known_browsers: KnownBrowsersTable;
  recovery_codes: RecoveryCodesTable;
  leads: LeadsTable;
  lead_status_history: LeadStatusHistoryTable;
  exchange_rates: ExchangeRatesTable;
  central_bank_rates: CentralBankRatesTable;
  recomputations: RecomputationsTable;
  spend_currencies: SpendCurrenciesTable;
  conversion_assignments: ConversionAssignmentsTable;
  conversion_imports: ConversionImportsTable;
  spend_entries: SpendEntriesTable;
  spend_placements: SpendPlacementsTable;
  costs: CostsTable;
  changed_rows: ChangedRowsTable;
  change_counters: ChangeCountersTable;
  views: ViewsTable;
  products: ProductsTable;
  product_aliases: ProductAliasesTable;
  person_keys: PersonKeysTable;
  person_ties: PersonTiesTable;
  erased_leads: ErasedLeadsTable;
  erased_persons: ErasedPersonsTable;
  audit_log: AuditLogTable;
  api_keys: ApiKeysTable;
  replay_runs: ReplayRunsTable;
  ad_platform_connections: AdPlatformConnectionsTable;
  ad_platform_consents: AdPlatformConsentsTable;
  ad_platform_campaign_links: AdPlatformCampaignLinksTable;
  ad_platform_account_rules: AdPlatformAccountRulesTable;
  ad_platform_link_refusals: AdPlatformLinkRefusalsTable;
  ad_platform_link_suggestions: AdPlatformLinkSuggestionsTable;
  ad_platform_sync_state: AdPlatformSyncStateTable;
  ad_platform_sync_runs: AdPlatformSyncRunsTable;
  ad_platform_account_totals: AdPlatformAccountTotalsTable;
  ad_objects: AdObjectsTable;
  ad_actions: AdActionsTable;
  destinations: DestinationsTable;
  outbox: OutboxTable;
  messages: MessagesTable;
  push_devices: PushDevicesTable;
  retention: RetentionTable;
  unverified_rules: UnverifiedRulesTable;
}

type ReadOnly<T> = ColumnType<T, never, never>;

/** A moment the database fills in when the row does not give it. */
type Moment = ColumnType<Date, Date | string | undefined, Date | string>;

export interface RetentionTable {
  tenant_id: string;
  clicks_months: Generated<number>;
  deliveries_days: Generated<number>;
  audit_days: Generated<number>;
  clicks_kept_from: Date | null;
}

export interface TenantsTable {
  id: string;
  name: string;
  slug: string;
  time_zone: Generated<string>;
  main_campaign_id: string | null;
  subscription_plan: Generated<string>;
  subscription_status: Generated<string>;
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  requires_second_factor: Generated<boolean>;
  target_cpa: Generated<string | null>;
  target_roas: Generated<string | null>;
  budget_raise_per_day: Generated<string>;
  spend_history_days: Generated<number>;
  site_hosts: Generated<readonly string[]>;
  is_demo: Generated<boolean>;
  demo_seeded_at: Date | null;
  person_salt: Generated<string>;
  onboarding: Generated<Readonly<Partial<Record<OnboardingStepId | 'dismissed', Instant>>>>;
  created_at: Moment;
}

export interface PersonsTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  password_hash: string;
  created_at: Moment;
  last_tenant_id: string | null;
  last_tenant_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  totp_secret_encrypted: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  totp_step: ColumnType<number | null, number | null | undefined, number | null>;
  second_factor_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface MembershipsTable {
  tenant_id: string;
  user_id: string;
  role: Role;
  created_at: Moment;
  is_owner: Generated<boolean>;
  /** Hours of the tenant's zone. */
  quiet_from: Generated<number | null>;
  quiet_until: Generated<number | null>;
}

/** A view: the members of the transaction's tenant. */
export interface UsersView {
  id: ReadOnly<string>;
  tenant_id: ReadOnly<string>;
  email: ReadOnly<string>;
  first_name: ReadOnly<string>;
  last_name: ReadOnly<string>;
  role: ReadOnly<Role>;
  confirmed_at: ReadOnly<Date | null>;
  /** Of the membership. */
  created_at: ReadOnly<Date>;
  second_factor_at: ReadOnly<Date | null>;
  is_owner: ReadOnly<boolean>;
}

/** A view: the tenants of the transaction's person. */
export interface OwnTenantsView {
  id: ReadOnly<string>;
  name: ReadOnly<string>;
  slug: ReadOnly<string>;
  role: ReadOnly<Role>;
  is_demo: ReadOnly<boolean>;
  subscription_status: ReadOnly<string>;
  closed_at: ReadOnly<Date | null>;
}

export interface SessionsTable {
  id_hash: Uint8Array;
  user_id: string;
  created_at: Moment;
  last_seen_at: Moment;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  authenticated_at: Moment;
  ip: string | null;
  user_agent: string | null;
}

export interface IdempotentCallsTable {
  tenant_id: string;
  caller: string;
  key: string;
  contract: string;
  request: Uint8Array;
  attempt: string;
  begun_at: Moment;
  written_at: Date | null;
  answered_at: Date | null;
  answer: Uint8Array | null;
}

export interface InvitesTable {
  id: string;
  tenant_id: string;
  email: string;
  role: 'editor' | 'viewer';
  token_hash: Uint8Array;
  inviter_id: string;
  inviter_name: string;
  mailed: Generated<boolean>;
  created_at: ColumnType<Date, Date, Date>;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface CampaignsTable {
  campaign_id: string;
  tenant_id: string;
  id: string;
  name: string;
  status: Generated<string>;
  destination_url: string | null;
  leads_are_conversions: Generated<boolean>;
  target_cpa: Generated<string | null>;
  target_roas: Generated<string | null>;
  created_at: Moment;
}

export interface TrackingKeysTable {
  key: string;
  tenant_id: string;
  provider: string;
  created_at: Moment;
  /** Null: the key in use. */
  expires_at: Date | null;
  amounts_in: Generated<AmountsIn>;
  permits_get: Generated<boolean>;
}

export interface WebhookSecretsTable {
  tenant_id: string;
  provider: string;
  secret_encrypted: Uint8Array;
  set_at: Moment;
  set_by: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface CheckoutTokensTable {
  tenant_id: string;
  provider: string;
  token_encrypted: Uint8Array;
  account: Generated<string>;
  set_at: Date;
  set_by: ColumnType<string | null, string | null | undefined, string | null>;
  stop_reason: ColumnType<LookUpProblem | null, LookUpProblem | null | undefined, LookUpProblem | null>;
  stopped_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  minute: ColumnType<Date | null, Date | null | undefined, Date | null>;
  calls: Generated<number>;
}

export interface LookUpsTable {
  tenant_id: string;
  provider: string;
  resource: string;
  wanted_at: Date;
  state: Generated<LookUpState>;
  attempts: Generated<number>;
  next_at: Date;
  give_up_at: Date;
  problem: ColumnType<LookUpProblem | null, LookUpProblem | null | undefined, LookUpProblem | null>;
}

export interface LogOutboxTable {
  seq: ColumnType<string, never, never>;
  tenant_id: string;
  key: string;
  value: string;
  at: Generated<Date>;
}

export interface LoginAttemptsTable {
  id: ColumnType<string, never, never>;
  kind: 'login' | 'sign-in' | 'confirm' | 'register' | 'link' | 'invite' | 'mail' | 'warning';
  account: string | null;
  network: string;
  browser: ColumnType<string | null, string | null | undefined, string | null>;
  attempted_at: Moment;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: Uint8Array;
}

export interface ChangedRowsTable {
  tenant_id: string;
  kind: ChangedKind;
  row_id: string;
  version: string;
  changed_at: Date;
}

export interface ChangeCountersTable {
  tenant_id: string;
  last_version: string;
  changed_at: Date;
  began_at: Date;
  epoch: number;
}

export interface ViewsTable {
  tenant_id: string;
  id: string;
  user_id: string | null;
  screen: string;
  name: string;
  search: string;
  is_default: ColumnType<boolean, boolean | undefined, boolean>;
  changed_at: Moment;
}

export interface ProductsTable {
  tenant_id: string;
  id: string;
  name: string;
  price: string | null;
  target_cpa: string | null;
  target_roas: string | null;
  guarantee_days: number | null;
  changed_by: string;
  changed_at: Moment;
}

export interface ProductAliasesTable {
  tenant_id: string;
  product_id: string;
  checkout: string;
  checkout_product_id: string;
  added_at: Moment;
}

export interface CostsTable {
  tenant_id: string;
  id: string;
  kind: string;
  /** 'yyyy-MM-dd' when written; read it as text. */
  first_day: ColumnType<Date, string, string>;
  last_day: ColumnType<Date | null, string | null, string | null>;
  percent: string | null;
  fixed: string | null;
  source: string | null;
  checkout: string | null;
  product_id: string | null;
  campaign_id: string | null;
  every: string | null;
  note: ColumnType<string, string | undefined, string>;
  changed_by: string | null;
  changed_at: Moment;
}

export interface ConversionAssignmentsTable {
  tenant_id: string;
  conversion_id: string;
  assigned_at: ColumnType<Date, Date | string, Date | string>;
}

export interface ConversionImportsTable {
  tenant_id: string;
  conversion_id: string;
  import_id: string;
  checkout: string;
  transaction_id: string;
  content_hash: string;
  is_undone: Generated<boolean>;
  changed_at: ColumnType<Date, Date | string, Date | string>;
}

export interface SpendEntriesTable {
  tenant_id: string;
  campaign_id: string;
  /** 'yyyy-MM-dd' when written; read it as text. */
  day: ColumnType<Date, string, never>;
  source: string;
  amount: string | null;
  currency: string;
  note: string;
  import_id: string | null;
  before: Readonly<Record<string, unknown>> | null;
  changed_by: string;
  changed_at: ColumnType<Date, Date, Date>;
}

export interface SpendPlacementsTable {
  tenant_id: string;
  source: string;
  is_reported: boolean;
  answered_by: string;
  answered_at: Date;
}

export interface AccountLinksTable {
  user_id: string;
  kind: 'reset' | 'confirm';
  token_hash: Uint8Array;
  created_at: ColumnType<Date, Date, Date>;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface KnownBrowsersTable {
  user_id: string;
  id_hash: Uint8Array;
  first_seen_at: ColumnType<Date, Date, never>;
  last_seen_at: ColumnType<Date, Date, Date>;
}

export interface AuditLogTable {
  id: ColumnType<string, never, never>;
  tenant_id: string | null;
  actor: string;
  actor_name: ColumnType<string | null, string | null | undefined, never>;
  network: ColumnType<string | null, string | null | undefined, never>;
  browser: ColumnType<string | null, string | null | undefined, never>;
  action: string;
  /** jsonb: the driver writes the object. */
  details: Readonly<Record<string, unknown>>;
  outcome: string | null;
  at: Moment;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface ApiKeysTable {
  id: string;
  tenant_id: string;
  name: string;
  hash: string;
  hint: string;
  may_read: boolean;
  may_capture: boolean;
  may_spend: Generated<boolean>;
  created_by: string;
  created_at: Moment;
  last_used_at: ColumnType<Date | null, never, never>;
}

/** Positions by partition, as jsonb: `{"0": "1234"}`. */
export type PositionsColumn = Readonly<Record<string, string>>;

export interface ReplayRunsTable {
  id: string;
  status: 'running' | 'ready' | 'swapping' | 'swapped' | 'rolled_back' | 'snapshot';
  snapshot_id: string | null;
  since: Date | null;
  until: Date | null;
  rate: number | null;
  paused: Generated<boolean>;
  positions: PositionsColumn;
  target: PositionsColumn;
  events: ColumnType<string, string | number | undefined, string | number>;
  started_at: Moment;
  updated_at: Moment;
  swapped_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface PersonKeysTable {
  tenant_id: string;
  person_id: string;
  key_id: string;
  wrapped: Uint8Array;
  created_at: Moment;
}

export interface PersonTiesTable {
  tenant_id: string;
  tie: string;
  person_id: string;
  kind: 'phone' | 'transaction';
  has_email: boolean;
  verified: boolean;
}

/** Written by the database alone. */
export interface ErasedLeadsTable {
  id: ColumnType<string, never, never>;
  tenant_id: ColumnType<string, never, never>;
  campaign_id: ColumnType<string | null, never, never>;
  received_at: ColumnType<Date, never, never>;
}

export interface ErasedPersonsTable {
  tenant_id: string;
  person_id: string;
  erased_at: Date;
}

export interface LeadsTable {
  tenant_id: string;
  id: string;
  event_id: string;
  received_at: ColumnType<Date, Date | string, Date | string>;
  has_key: Generated<boolean>;
  campaign_id: string | null;
  click_id: string;
  source: string;
  medium: string;
  campaign: string;
  person_id: string;
  person_key_id: string;
  person_encrypted: string;
  first_click: Generated<string | null>;
  first_source: Generated<string | null>;
  first_medium: Generated<string | null>;
  first_campaign: Generated<string | null>;
  first_phone: Generated<string | null>;
  attributed: Generated<boolean>;
  click_source: Generated<string>;
  country_code: Generated<string>;
  city: Generated<string>;
  shown_source: ColumnType<string | null, never, never>;
  click_minute: ColumnType<Date | null, Date | string | null, Date | string | null>;
  status: Generated<string>;
  notes: Generated<string>;
}

/** Of no tenant. */
export interface RecomputationsTable {
  tenant_id: string;
  currency: string;
  after_id: Generated<string>;
  until_id: string | null;
  is_wrapped: Generated<boolean>;
  changes: Generated<number>;
  begun_at: Generated<Date>;
  sliced_at: Generated<Date>;
}

export interface CentralBankRatesTable {
  currency: string;
  /** As `ExchangeRatesTable.day`. */
  day: ColumnType<Date, string, string>;
  rate: string;
  version: string;
  is_announced: Generated<boolean>;
  fetched_at: Date;
}

export interface SpendCurrenciesTable {
  tenant_id: string;
  currency: string;
}

export interface ExchangeRatesTable {
  tenant_id: string;
  currency: string;
  /** 'yyyy-MM-dd' when written; read it as text, since a date of the driver's has a time zone. */
  day: ColumnType<Date, string, string>;
  rate: string | null;
  version: string;
  changed_by: string;
  changed_at: Moment;
}

export interface LeadStatusHistoryTable {
  id: ColumnType<string, never, never>;
  tenant_id: string;
  lead_id: string;
  status: string;
  notes: string | null;
  changed_by: string;
  changed_by_name: Generated<string>;
  at: Moment;
}

export interface AdPlatformConnectionsTable {
  tenant_id: string;
  platform: string;
  platform_user_id: string;
  account_name: string;
  encrypted_token: Uint8Array;
  expires_at: Date | null;
  connected_at: ColumnType<Date, Date, Date>;
  connected_by: ColumnType<string | null, string | null | undefined, string | null>;
  ended_at: Date | null;
  spend_due_at: ColumnType<Date, Date, Date>;
  spend_early_at: ColumnType<Date, Date, Date>;
  spend_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  spend_refusals: Generated<number>;
  ended_because: ColumnType<AdPlatformProblem | null, AdPlatformProblem | null | undefined, AdPlatformProblem | null>;
  looked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  objects_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  can_act: Generated<boolean>;
}

export interface AdObjectsTable {
  tenant_id: string;
  platform: string;
  level: AdObject['level'];
  object_id: string;
  /** 'yyyy-MM-dd' when written; read it as text. */
  day: ColumnType<Date, string, string>;
  ad_account_id: string;
  parent_id: string | null;
  name: string;
  status: string;
  effective_status: string;
  /** jsonb */
  budget: AdBudget | null;
  thumbnail_url: string | null;
  changed_at: Date;
  seen_at: Date;
}

export interface AdActionsTable {
  tenant_id: string;
  id: string;
  asked_key: string;
  user_id: string;
  user_name: string;
  platform: string;
  level: 'campaign' | 'adset' | 'ad';
  object_id: string;
  ad_account_id: string;
  currency: string;
  name: string;
  action: AdActionKind;
  /** jsonb: the driver writes the object, as of the next. */
  wish: AdWish;
  before: AdState;
  after: AdState | null;
  evidence: AdEvidence | null;
  raised: ColumnType<string, string | undefined, never>;
  /** 'yyyy-MM-dd' when written; read it as text. */
  day: ColumnType<Date, string, never>;
  undoes: string | null;
  state: Generated<'queued' | 'sent' | 'done' | 'refused' | 'unknown'>;
  problem: AdActionProblem | null;
  attempts: Generated<number>;
  asked_at: ColumnType<Date, Date, never>;
  next_at: ColumnType<Date, Date, Date>;
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface AdPlatformConsentsTable {
  state_hash: Uint8Array;
  tenant_id: string;
  platform: string;
  user_id: string;
  session_id: string;
  expires_at: ColumnType<Date, Date, Date>;
  for_actions: Generated<boolean>;
}

export interface AdPlatformCampaignLinksTable {
  tenant_id: string;
  platform: string;
  platform_campaign_id: string;
  campaign_id: string;
  name: string;
  ad_account_id: string;
  account_name: string;
  currency: string;
  time_zone: string;
  day_basis: Generated<'account' | 'company'>;
  origin: Generated<'hand' | 'account' | 'clicks'>;
  linked_at: ColumnType<Date, Date, Date>;
  last_sync_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Sets of days: infra/src/ad-platforms/spend-days.ts. */
  days_read: Generated<string>;
  days_settled: Generated<string>;
  gaps_tried_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** One after the other, without the days. */
  gaps_tries: Generated<number>;
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  refused_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** jsonb: the driver writes the object. */
  refusal: ColumnType<unknown, unknown, unknown>;
  last_run_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** jsonb: the driver writes the object. */
  last_outcome: ColumnType<unknown, unknown, unknown>;
}

export interface AdPlatformAccountRulesTable {
  tenant_id: string;
  platform: string;
  ad_account_id: string;
  campaign_id: string | null;
  set_at: ColumnType<Date, Date, Date>;
}

export interface AdPlatformLinkRefusalsTable {
  tenant_id: string;
  platform: string;
  platform_campaign_id: string;
  refused_at: ColumnType<Date, Date, Date>;
}

export interface AdPlatformLinkSuggestionsTable {
  tenant_id: string;
  platform: string;
  platform_campaign_id: string;
  campaign_id: string;
  name: string;
  ad_account_id: string;
  clicks: ColumnType<string, number, number>;
  networks: ColumnType<string, number, number>;
}

export interface AdPlatformSyncStateTable {
  tenant_id: string;
  platform: string;
  run_id: string;
  started_at: ColumnType<Date, Date, Date>;
  lease_until: ColumnType<Date, Date, Date>;
  done: Generated<number>;
  total: Generated<number>;
  waiting_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  is_automatic: Generated<boolean>;
}

export interface AdPlatformSyncRunsTable {
  tenant_id: string;
  platform: string;
  run_id: string;
  campaign_id: string;
  trigger: 'manual' | 'all' | 'today' | 'linked' | 'intraday' | 'nightly' | 'catch-up';
  started_at: ColumnType<Date, Date, Date>;
  ended_at: ColumnType<Date, Date, Date>;
  success: boolean;
  data_points: number;
  /** A decimal. */
  total_spend: string;
  /** jsonb: the driver writes the object. */
  error: AdPlatformProblem | null;
  warnings: ColumnType<SyncWarning[], readonly SyncWarning[], readonly SyncWarning[]>;
}

export interface AdPlatformAccountTotalsTable {
  tenant_id: string;
  platform: string;
  ad_account_id: string;
  name: string;
  currency: string;
  /** 'yyyy-MM-dd' when written; read them as text. */
  since: ColumnType<Date, string, string>;
  until: ColumnType<Date, string, string>;
  account_spend: string;
  linked_spend: string;
  listed_spend: ColumnType<string | null, string | null | undefined, string | null>;
  differing_days: ColumnType<number | null, number | null | undefined, number | null>;
  measured_at: ColumnType<Date, Date, Date>;
}

export interface DestinationsTable {
  id: string;
  tenant_id: string;
  kind: 'conversions-api' | 'postback' | 'web-push';
  /** Of the Conversions API; null for the others. */
  platform: ColumnType<string | null, string | null | undefined, never>;
  name: Generated<string>;
  created_by: ColumnType<string | null, string | null | undefined, never>;
  changed_by: ColumnType<string | null, string | null | undefined, string>;
  is_on: boolean;
  since: ColumnType<Date, Date, Date>;
  /** Of an ad platform: whose token is used; null for the others. */
  credential: ColumnType<'own' | 'connection' | null, 'own' | 'connection' | undefined, never>;
  /** jsonb, as the platform's `settings` parsed them; {} for the others. */
  settings: ColumnType<Record<string, unknown>, Record<string, unknown> | undefined, Record<string, unknown>>;
  token_encrypted: Uint8Array | null;
  url_template: string | null;
  /** jsonb: the driver writes the object. */
  stop_reason: SendProblem | null;
  stopped_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: ColumnType<Date, Date, never>;
}

export interface PushDevicesTable {
  destination_id: string;
  tenant_id: string;
  user_id: string;
  session_hash: Uint8Array;
  endpoint_hash: Uint8Array;
  user_agent: string | null;
  mode: 'each' | 'hourly';
  /** bigint: the driver gives text. */
  min_cents: ColumnType<string, number, number>;
  quiet_from: number | null;
  quiet_until: number | null;
}

/** Programs add rows, and read what the grants of the migration name. */
export interface MessagesTable {
  id: string;
  tenant_id: string | null;
  to_kind: 'person' | 'address' | 'device' | 'url';
  to_id: string;
  kind: string;
  params_encrypted: Uint8Array | null;
  dedupe_key: string | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  problem: Generated<string | null>;
  created_at: Date;
  next_at: Date;
  give_up_at: Date;
  settled_at: Generated<Date | null>;
}

/** Rows are added by `enqueue_conversions` alone. */
export interface OutboxTable {
  tenant_id: ColumnType<string, never, never>;
  destination_id: ColumnType<string, never, never>;
  conversion_id: ColumnType<string, never, never>;
  state: ColumnType<'waiting' | 'sent' | 'failed' | 'expired', never, 'waiting' | 'sent' | 'failed' | 'expired'>;
  approved_at: ColumnType<Date, never, never>;
  attempts: ColumnType<number, never, number>;
  next_at: ColumnType<Date, never, Date>;
  last_error: ColumnType<SendProblem | null, never, SendProblem | null>;
  settled_at: ColumnType<Date | null, never, Date | null>;
}

export interface UnverifiedRulesTable {
  tenant_id: string;
  from_at: ColumnType<Date, Date, never>;
  mode: UnverifiedMode;
  max_age_days: number;
  per_day: number;
  changed_by: string;
}
