/**
 * Every bound that strangers, people, tenants or operators can meet: `pnpm generate` writes the tables of infra/docs/limits.md from it. The code uses
 * the same constants. To add one: export the constant where it is used, and add a line here with its file, its name, and what happens beyond it.
 */

import { AD_ACTIONS_RATE } from '@tracker/api/features/ad-actions/service';
import {
  PICTURE_BYTES_MAX,
  PICTURES_KEPT_BYTES_MAX,
  PICTURES_WAITING_OF_TENANT_MAX,
} from '@tracker/api/features/ad-objects/pictures';
import { CONTACT_RATE } from '@tracker/api/features/conversion-logs/contact';
import {
  FACTS_RUNNING_MAX,
  FACTS_RUNNING_OF_ONE_MAX,
  FACTS_WAITING_MAX,
  FACTS_WAITING_OF_ONE_MAX,
  FIGURES_RATE,
  TENANT_FIGURES_RATE,
} from '@tracker/api/features/figures/limits';
import { SEARCHED_MAX } from '@tracker/api/features/leads/search';
import { STREAMS_PER_TENANT_MAX } from '@tracker/api/features/live/figures-hub';
import { ADMINISTERED_TENANTS_MAX } from '@tracker/api/features/own-tenants/service';
import { PERSON_RATE } from '@tracker/api/features/privacy/service';
import { TEST_RATE } from '@tracker/api/features/send-back/shared';
import {
  EXPLANATIONS_WAITING_MAX,
  EXPLANATIONS_WAITING_OF_TENANT_MAX,
} from '@tracker/api/features/webhook/deliveries-service';
import { OLD_KEYS_MAX } from '@tracker/api/features/webhook/keys-service';
import { API_KEY_RATE } from '@tracker/api/http/api-keys';
import {
  FILES_WAITING_MAX,
  FILES_WAITING_OF_TENANT_MAX,
  PERSON_FILE_RATE,
  TENANT_FILE_RATE,
} from '@tracker/api/http/file-limits';
import { RUNNING_MAX, WAITING_MAX, WAITING_OF_ONE_MAX } from '@tracker/api/http/password';
import { FILE_CELL_MAX, FILE_COLUMNS_MAX, FILE_LINE_MAX } from '@tracker/api/http/read-csv-file';
import { SESSION_DAYS, SESSION_MAX_MS } from '@tracker/api/http/session';
import {
  ACCOUNT_DELAY_MS,
  ACCOUNT_FREE_FAILURES,
  DELAY_MAX_MS,
  FREE_FAILURES,
  INVITES,
  LINKS,
  NETWORK_FAILURES,
  REGISTRATIONS,
  RIGHT,
  WARNINGS,
} from '@tracker/api/http/throttle';
import { QUERY_LIMITS } from '@tracker/infra/clickhouse/query-registry';
import { FLIGHTS_PER_TENANT_MAX } from '@tracker/infra/event-log/create-recorder';
import { SENDER_BYTES_MAX, TURN_BYTES, WAITING_BYTES_MAX } from '@tracker/infra/event-log/group-commit';
import { SPOOL_BYTES_MAX } from '@tracker/infra/event-log/spool/spool';
import { SPOOLS_MAX } from '@tracker/infra/event-log/spool-dirs';
import { defaultBodyLimit, headerBytesMax, TIMEOUTS, urlLengthMax } from '@tracker/infra/http/server';
import { type Rate, SENDERS_MAX } from '@tracker/infra/http/token-buckets';
import { DISK_LIMITS } from '@tracker/infra/lifecycle/disk-watch';
import { DEADLINE_MS } from '@tracker/infra/postbacks/guarded-call';
import { ADDRESS_DAYS } from '@tracker/infra/privacy/addresses';
import { FIELDS_MAX } from '@tracker/ingest/capture/lead-fields';
import { BYTE_CLASSES, type ByteClass, INGEST_LIMITS, LIMITED, type Limited } from '@tracker/ingest/limits/limit-table';
import { COMBINATIONS_KEPT_MAX } from '@tracker/ingest/limits/tag-values';
import { conversionBodyLimit } from '@tracker/ingest/routes/conversion';
import { DEPTH_MAX, KEYS_MAX, VALUES_MAX } from '@tracker/ingest/webhooks/read-body';
import {
  AD_ACTIONS_WAITING_MAX,
  AD_SELECTION_MAX,
  BUDGET_RAISE_PER_DAY,
  BUDGET_RAISE_PER_DAY_MAX,
  UNDO_HOURS_MAX,
} from '@tracker/schemas/ad-platforms/ad-action';
import { ACCOUNT_CAMPAIGNS_MAX, AD_OBJECT_DAYS_MAX, AD_OBJECTS_MAX } from '@tracker/schemas/ad-platforms/ad-object';
import { EMAIL_LENGTH_MAX } from '@tracker/schemas/capture/lead';
import { EXPLAINED_VALUES_MAX } from '@tracker/schemas/checkouts/explain-body';
import { TYPED_SECRET_LENGTH_MIN } from '@tracker/schemas/checkouts/typed-secret';
import { AD_OBJECT_IDS_MAX, AD_OBJECTS_LISTED_MAX } from '@tracker/schemas/contracts/ad-objects.contract';
import { BREAKDOWN_ROWS_MAX, EXPORT_ROWS_MAX } from '@tracker/schemas/contracts/analytics.contract';
import { API_KEYS_MAX } from '@tracker/schemas/contracts/api-keys.contract';
import { CAMPAIGNS_MAX } from '@tracker/schemas/contracts/campaigns.contract';
import { OPENED_CHECKOUTS_MAX } from '@tracker/schemas/contracts/click-logs.contract';
import { RANGE_DAYS_MAX } from '@tracker/schemas/contracts/common';
import {
  CONVERSION_FILE_BYTES_MAX,
  CONVERSION_FILE_ROWS_MAX,
  CONVERSION_IMPORTS_LISTED_MAX,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import { SET_ASIDE_LISTED_MAX, STORY_VIEWS_MAX } from '@tracker/schemas/contracts/conversion-logs.contract';
import { COSTS_MAX } from '@tracker/schemas/contracts/costs.contract';
import { HOURS_CHART_DAYS_MAX } from '@tracker/schemas/contracts/dashboard.contract';
import { RATES_CHANGED_MAX } from '@tracker/schemas/contracts/exchange-rates.contract';
import { GEOGRAPHY_REGIONS_MAX } from '@tracker/schemas/contracts/geography.contract';
import { LINK_LENGTH_MAX, SITES_MAX } from '@tracker/schemas/contracts/integration.contract';
import { PERSONS_MAX } from '@tracker/schemas/contracts/privacy.contract';
import { IDS_OF_PRODUCT_MAX, PRODUCT_ALIASES_MAX, PRODUCTS_MAX } from '@tracker/schemas/contracts/products.contract';
import { PUSH_DEVICES_MAX } from '@tracker/schemas/contracts/push.contract';
import { UNCONFIRMED_DAYS_MAX } from '@tracker/schemas/contracts/registration-rules';
import { POSTBACKS_MAX } from '@tracker/schemas/contracts/send-back.contract';
import { COMPARED_BYTES_MAX, COMPARED_ROWS_MAX } from '@tracker/schemas/contracts/side-by-side.contract';
import { SPEND_FILE_BYTES_MAX, SPEND_FILE_ROWS_MAX, SPEND_NOTE_MAX } from '@tracker/schemas/contracts/spend.contract';
import { HEALTH_NAMES_MAX } from '@tracker/schemas/contracts/tracking-health.contract';
import { VIEW_SEARCH_MAX, VIEWS_MAX } from '@tracker/schemas/contracts/views.contract';
import { DELIVERIES_PAGE_MAX } from '@tracker/schemas/contracts/webhook.contract';
import { SPEND_ADS_MAX } from '@tracker/schemas/events/ad-spend';
import {
  FIGURE_ROWS_MAX,
  FIGURE_VALUES_MAX,
  FILTER_VALUE_LENGTH_MAX,
  FILTER_VALUES_MAX,
  FILTERS_MAX,
  GROUPS_BY_MAX,
  SORTED_GROUPS_MAX,
} from '@tracker/schemas/figures/figure-query';
import { TARGET_CPA_MAX, TARGET_ROAS_MAX } from '@tracker/schemas/figures/verdict';
import { LOOK_UP_ANSWER_BYTES_MAX, LOOK_UPS_A_MINUTE_MAX } from '@tracker/schemas/look-ups/limits';
import { CLICK_AGE_MS_MAX } from '@tracker/schemas/primitives/click-id';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { Money } from '@tracker/schemas/primitives/money';
import { PAGE_SIZE_MAX } from '@tracker/schemas/primitives/pagination';
import { TEMPLATE_LENGTH_MAX } from '@tracker/schemas/send-back/macros';
import {
  UNVERIFIED_DEFAULTS,
  UNVERIFIED_PER_NETWORK,
  UNVERIFIED_VALUE_MAX,
} from '@tracker/schemas/unverified-conversions';
import { GATEWAY_BODY_BYTES_MAX } from './generate-gateway.ts';

/** So many within a time that slides. */
interface Window {
  readonly max: number;
  readonly windowMs: number;
}

/** A plain number counts; the others say what they measure. */
export type Bound =
  | number
  | { readonly bytes: number }
  | { readonly ms: number }
  | { readonly brl: Money }
  | Rate
  | Window;

export interface Limit {
  readonly name: string;
  readonly value: Bound;
  readonly beyond: string;
  /** The file, and the name of the constant in it. */
  readonly where: string;
  readonly constant: string;
}

/** A line of a table. `constants`: one, by its name; a part of it as 'NAME.part'. */
const limit = (where: string, constants: Readonly<Record<string, Bound>>, name: string, beyond: string): Limit => {
  const [[constant, value], ...others] = Object.entries(constants) as [[string, Bound]];
  if (others.length > 0) throw new TypeError(`${name} has one constant`);
  return { name, value, beyond, where, constant };
};

const AD_OBJECTS = 'schemas/src/ad-platforms/ad-object.ts';
const AD_ACTIONS = 'schemas/src/ad-platforms/ad-action.ts';

const ROUTES: Readonly<Record<Limited, string>> = {
  click: '`/track`, `/t`',
  'page-view': '`/view`, `/v`',
  identity: '`/identify`, `/i`',
  checkout: '`/checkout`, `/k`',
  script: '`/mc.js` (the campaign of `defaultcampaignid`)',
  lead: '`/leads` (with a key: by key; an unknown key is 401)',
  delivery: '`/conversion` without a right key or secret; wrong keys at `/webhooks`',
};

/** Rows of the table of rates, which has columns of its own. */
export const RATES = LIMITED.map((name) => ({ name, ...INGEST_LIMITS.rates[name], routes: ROUTES[name] }));

const INGEST = 'ingest/src/limits/limit-table.ts';
const BODY = 'ingest/src/webhooks/read-body.ts';
const THROTTLE = 'api/src/http/throttle.ts';
const SERVER = 'infra/src/http/server.ts';
const TURNS = 'api/src/http/file-limits.ts';
const QUESTIONS = 'api/src/features/figures/limits.ts';
const DELIVERIES = 'api/src/features/webhook/deliveries-service.ts';
const CSV = 'api/src/http/read-csv-file.ts';
const NO_MAIL = 'no mail; the answer is the same';
const DISK = 'infra/src/lifecycle/disk-watch.ts';
const UNVERIFIED = 'schemas/src/unverified-conversions.ts';
const GROUP_COMMIT = 'infra/src/event-log/group-commit.ts';
const contract = (noun: string) => `schemas/src/contracts/${noun}.contract.ts`;

const bytesOf = (name: ByteClass) =>
  limit(
    INGEST,
    { [`INGEST_LIMITS.bytesPerDay.${name}`]: { bytes: INGEST_LIMITS.bytesPerDay[name] } },
    name === 'unconfirmed'
      ? 'a day, until the first administrator has confirmed an e-mail'
      : `a day, in the plan \`${name}\``,
    '429 `too-many-bytes`',
  );

/** By the marks in limits.md. */
export const LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  sizes: [
    limit(
      INGEST,
      { 'INGEST_LIMITS.keylessBodyMax': { bytes: INGEST_LIMITS.keylessBodyMax } },
      'body without a right key: `/conversion`, `/leads`, `/identify`, `/i`, `/checkout`, `/k`',
      '413 `keyless-body-too-large`',
    ),
    limit(
      'ingest/src/routes/conversion.ts',
      { conversionBodyLimit: { bytes: conversionBodyLimit } },
      'body with a right key: `/conversion`, `/webhooks`',
      '413',
    ),
    limit(
      BODY,
      { VALUES_MAX },
      'values of a delivery, JSON texts inside included',
      'with a key 200: kept unparsed and encrypted, `invalid` in the inbox; without 400 `conversion-too-complex`',
    ),
    limit(BODY, { KEYS_MAX }, 'distinct keys of a delivery, JSON texts inside included', 'the same'),
    limit(BODY, { DEPTH_MAX }, 'depth of a delivery', '400'),
    limit('ingest/src/capture/lead-fields.ts', { FIELDS_MAX }, 'fields of a lead', '400'),
    limit('schemas/src/capture/lead.ts', { EMAIL_LENGTH_MAX }, 'characters of an e-mail', 'it is no e-mail'),
    limit(
      'schemas/src/primitives/click-id.ts',
      { CLICK_AGE_MS_MAX: { ms: CLICK_AGE_MS_MAX } },
      'age of the click that an event names',
      'no row waits for it',
    ),
    limit(SERVER, { urlLengthMax: { bytes: urlLengthMax } }, 'URL', '414'),
    limit(SERVER, { headerBytesMax: { bytes: headerBytesMax } }, 'all headers of a request', '431'),
    limit(SERVER, { defaultBodyLimit: { bytes: defaultBodyLimit } }, 'body of any other request', '413'),
    limit(
      SERVER,
      { 'TIMEOUTS.headersMs': { ms: TIMEOUTS.headersMs } },
      'time to send the headers',
      '408, and the connection ends',
    ),
    limit(
      SERVER,
      { 'TIMEOUTS.requestMs': { ms: TIMEOUTS.requestMs } },
      'time to send a whole request',
      '408, and the connection ends',
    ),
    limit(
      'infra/dev/generate-gateway.ts',
      { GATEWAY_BODY_BYTES_MAX: { bytes: GATEWAY_BODY_BYTES_MAX } },
      'body at the gateway, above all others',
      '413 of nginx',
    ),
    limit(
      INGEST,
      { 'INGEST_LIMITS.requestsInFlightMax': INGEST_LIMITS.requestsInFlightMax },
      'requests of an ingest in flight',
      '503 `overloaded`',
    ),
    limit(
      INGEST,
      { 'INGEST_LIMITS.refusedKept': INGEST_LIMITS.refusedKept },
      'refused deliveries (wrong secret, amount without a key) of a company that are kept, each as large as a body without a key',
      'refused and counted, not kept',
    ),
    limit(
      INGEST,
      { 'INGEST_LIMITS.wrongSecrets': INGEST_LIMITS.wrongSecrets },
      'wrong secrets of deliveries, of a network; with a key in the address of a network for that company',
      '429 `too-many-requests`, before a secret is compared',
    ),
  ],
  bytes: BYTE_CLASSES.map((name) => bytesOf(name)),
  clicks: [
    limit(
      INGEST,
      { 'INGEST_LIMITS.tagValues.combinations': INGEST_LIMITS.tagValues.combinations },
      'combinations of source, ad, ad set, campaign of the platform, and placement in a day (UTC), of a company',
      'all but the source count as `outros`; `tracker_folded_clicks_total`',
    ),
    limit(
      INGEST,
      { 'INGEST_LIMITS.tagValues.combinationsPerNetwork': INGEST_LIMITS.tagValues.combinationsPerNetwork },
      'those that one network (/24, /48) is the first to send',
      'the same',
    ),
    limit(
      INGEST,
      { 'INGEST_LIMITS.tagValues.sources': INGEST_LIMITS.tagValues.sources },
      'sources in a day (UTC), of a company',
      'the source counts as `outros`',
    ),
    limit(
      'ingest/src/limits/tag-values.ts',
      { COMBINATIONS_KEPT_MAX },
      'combinations that an ingest remembers, of all companies',
      'the company that added nothing for longest begins again',
    ),
  ],
  'keyless-sales': [
    limit(
      UNVERIFIED,
      { UNVERIFIED_PER_NETWORK },
      'sales without a key that count on one day (UTC), of one network (/24, /48) for one company',
      'listed, not counted: `network-limit`',
    ),
    limit(
      UNVERIFIED,
      { 'UNVERIFIED_DEFAULTS.unverifiedPerDay': UNVERIFIED_DEFAULTS.unverifiedPerDay },
      'sales without a key that count on one day (UTC), of a company, unless it sets another number',
      'listed, not counted: `daily-limit`',
    ),
    limit(
      UNVERIFIED,
      { UNVERIFIED_VALUE_MAX: { brl: UNVERIFIED_VALUE_MAX } },
      'value of one of them',
      'in BRL and what is worth more 400 `unverified-amount-too-large`, kept in the inbox; by the rate of the day listed, not counted: `amount`',
    ),
    limit(
      UNVERIFIED,
      { 'UNVERIFIED_DEFAULTS.unverifiedMaxAgeDays': { ms: UNVERIFIED_DEFAULTS.unverifiedMaxAgeDays * DAY_MS } },
      'age of the click of one of them, unless the company sets another one',
      'listed, not counted: `click-too-old`',
    ),
  ],
  turns: [
    limit(
      GROUP_COMMIT,
      { TURN_BYTES: { bytes: TURN_BYTES } },
      'what a company puts into a batch of the log before it is the next one’s turn',
      'it waits for its next turn, in the same batch or the next',
    ),
    limit(
      GROUP_COMMIT,
      { SENDER_BYTES_MAX: { bytes: SENDER_BYTES_MAX } },
      'bytes of a company that wait in memory for the log',
      'its events go to the spool (`recorder.tenant.busy`)',
    ),
    limit(
      'infra/src/event-log/create-recorder.ts',
      { FLIGHTS_PER_TENANT_MAX },
      'events of a company on their way to the log',
      'further ones go to the spool',
    ),
  ],
  'sign-in': [
    limit(
      THROTTLE,
      { FREE_FAILURES },
      'wrong passwords in a day of account and network, of account and known browser, of account and session',
      'a growing wait: 1 s, doubling (429 `too-many-attempts`)',
    ),
    limit(THROTTLE, { DELAY_MAX_MS: { ms: DELAY_MAX_MS } }, 'that wait', 'it grows no more'),
    limit(
      THROTTLE,
      { ACCOUNT_FREE_FAILURES },
      'wrong passwords in a day of an account, from all unknown browsers',
      'the wait of the next line between two attempts',
    ),
    limit(THROTTLE, { ACCOUNT_DELAY_MS: { ms: ACCOUNT_DELAY_MS } }, 'that wait', '429 `too-many-attempts`'),
    limit(
      THROTTLE,
      { NETWORK_FAILURES },
      'wrong passwords and codes of unknown browsers, and unknown links, of a network',
      '429 `too-many-attempts`',
    ),
    limit(THROTTLE, { REGISTRATIONS }, 'registrations of a network', '429 `too-many-attempts`'),
    limit(
      'api/src/features/own-tenants/service.ts',
      { ADMINISTERED_TENANTS_MAX },
      'companies of which a person is an administrator',
      '409 `too-many-companies`',
    ),
    limit(THROTTLE, { INVITES }, 'invitations of a company', '429 `too-many-attempts`'),
    limit(
      THROTTLE,
      { "RIGHT.'sign-in'": RIGHT['sign-in'] },
      'sign-ins with the right password, of an account or of each known browser',
      '429 `too-many-attempts`',
    ),
    limit(
      THROTTLE,
      { 'RIGHT.confirm': RIGHT.confirm },
      'confirmations with the right password and changes of it, of an account',
      '429 `too-many-attempts`',
    ),
    limit(
      THROTTLE,
      { 'LINKS.fromNetworkToReceiver': LINKS.fromNetworkToReceiver },
      'links of a kind (new password, confirmation, invitation) that a network makes us mail to one receiver',
      NO_MAIL,
    ),
    limit(
      THROTTLE,
      { 'LINKS.toReceiver': LINKS.toReceiver },
      'links of a kind to one receiver, the last of them for a network that asked for none',
      NO_MAIL,
    ),
    limit(
      THROTTLE,
      { 'LINKS.fromKnownBrowser': LINKS.fromKnownBrowser },
      'links asked for in a browser that the account knows, apart from what strangers asked for',
      NO_MAIL,
    ),
    limit(THROTTLE, { 'LINKS.fromNetwork': LINKS.fromNetwork }, 'links that a network makes us mail', NO_MAIL),
    limit(
      THROTTLE,
      { WARNINGS },
      'warnings of a kind (new browser, second factor) to one receiver',
      'no mail; a line in the log',
    ),
    limit(
      'api/src/http/password.ts',
      { RUNNING_MAX },
      'passwords that are hashed at the same time',
      'the next ones wait',
    ),
    limit('api/src/http/password.ts', { WAITING_MAX }, 'passwords that wait to be hashed', '503 `sign-in-busy`'),
    limit(
      'api/src/http/password.ts',
      { WAITING_OF_ONE_MAX },
      'those of one account (or known browser), and of one network',
      '503 `sign-in-busy`',
    ),
    limit(
      'api/src/http/session.ts',
      { SESSION_DAYS: { ms: SESSION_DAYS * DAY_MS } },
      'a session without use',
      'it ends',
    ),
    limit(
      'api/src/http/session.ts',
      { SESSION_MAX_MS: { ms: SESSION_MAX_MS } },
      'a session, however much it is used',
      'it ends',
    ),
  ],
  disk: [
    limit(
      DISK,
      { 'DISK_LIMITS.lowBytes': { bytes: DISK_LIMITS.lowBytes } },
      'free space of `DATA_DIR`, below which posts without a right key or secret are refused',
      '503 `disk-full`; log `disk.low`, `/readyz` warns `disk-low`',
    ),
    limit(
      DISK,
      { 'DISK_LIMITS.fullBytes': { bytes: DISK_LIMITS.fullBytes } },
      'free space of `DATA_DIR`, below which all is refused that would be recorded',
      '503 `disk-full`; log `disk.full`, `/readyz` 503 with `disk` missing',
    ),
    limit(
      'infra/src/event-log/spool/spool.ts',
      { SPOOL_BYTES_MAX: { bytes: SPOOL_BYTES_MAX } },
      'a spool, while the log is away',
      '503',
    ),
    limit(
      'infra/src/event-log/spool-dirs.ts',
      { SPOOLS_MAX },
      'spools on one volume',
      'a further ingest does not start',
    ),
    limit(
      'infra/src/event-log/group-commit.ts',
      { WAITING_BYTES_MAX: { bytes: WAITING_BYTES_MAX } },
      'bytes that wait in memory for the log',
      'events go to the spool',
    ),
  ],
  tenants: [
    limit(
      'schemas/src/contracts/registration-rules.ts',
      { UNCONFIRMED_DAYS_MAX: { ms: UNCONFIRMED_DAYS_MAX * DAY_MS } },
      'age of a company whose e-mail is not confirmed and that recorded nothing, where mails are sent',
      'it is closed',
    ),
    limit(contract('campaigns'), { CAMPAIGNS_MAX }, 'campaigns', '409 `too-many-campaigns`'),
    limit('schemas/src/figures/verdict.ts', { TARGET_CPA_MAX }, 'BRL that a conversion may cost by a target', '400'),
    limit('schemas/src/figures/verdict.ts', { TARGET_ROAS_MAX }, 'of a target ROAS', '400'),
    limit(contract('integration'), { LINK_LENGTH_MAX }, 'characters of the link of an ad that is read', '400'),
    limit(contract('integration'), { SITES_MAX }, 'sites that people confirmed', '409 `too-many-sites`'),
    limit(contract('api-keys'), { API_KEYS_MAX }, 'API keys', '409 `too-many-keys`'),
    limit(contract('send-back'), { POSTBACKS_MAX }, 'postbacks', '409 `too-many-postbacks`'),
    limit('schemas/src/send-back/macros.ts', { TEMPLATE_LENGTH_MAX }, 'characters of a postback’s address', '400'),
    limit(contract('push'), { PUSH_DEVICES_MAX }, 'devices with notices, of each person', '409 `too-many-devices`'),
    limit(
      'api/src/features/webhook/keys-service.ts',
      { OLD_KEYS_MAX },
      'replaced webhook keys of a checkout that are still valid',
      '409 `too-many-rotations`',
    ),
    limit(
      'schemas/src/checkouts/typed-secret.ts',
      { TYPED_SECRET_LENGTH_MIN },
      'characters of a webhook secret that the seller types, at least (`generic`, `own-checkout`, `orders`, `greenn`, `kirvano`)',
      '400 `secret-too-short`',
    ),
    limit(
      'schemas/src/look-ups/limits.ts',
      { LOOK_UPS_A_MINUTE_MAX },
      'calls a minute of the API of a checkout, with the token of a company',
      'the next minute',
    ),
    limit(
      'schemas/src/look-ups/limits.ts',
      { LOOK_UP_ANSWER_BYTES_MAX: { bytes: LOOK_UP_ANSWER_BYTES_MAX } },
      'an answer of such an API',
      'it is not read; asked again',
    ),
    limit(contract('views'), { VIEWS_MAX }, 'views of a person, and of a company', '409 `too-many-views`'),
    limit(contract('views'), { VIEW_SEARCH_MAX }, 'characters of the filters of a view', '400'),
    limit(contract('products'), { IDS_OF_PRODUCT_MAX }, 'ids of checkouts of one product', '400'),
    limit(contract('side-by-side'), { COMPARED_ROWS_MAX }, 'rows of a file of another tool', '413 `file-too-long`'),
    limit(
      contract('side-by-side'),
      { COMPARED_BYTES_MAX: { bytes: COMPARED_BYTES_MAX } },
      'of such a file',
      '413 `file-too-large`',
    ),
    limit(contract('products'), { PRODUCTS_MAX }, 'products of the catalogue', '409 `too-many-products`'),
    limit(
      contract('products'),
      { PRODUCT_ALIASES_MAX },
      'ids of checkouts of all its products',
      '409 `too-many-product-ids`',
    ),
    limit(contract('ad-objects'), { AD_OBJECT_IDS_MAX }, 'ids of ad objects in one question', '400 `invalid-fields`'),
    limit(
      contract('ad-objects'),
      { AD_OBJECTS_LISTED_MAX },
      'ad objects in one answer, those that were seen last',
      'the others are asked for by their ids',
    ),
    limit(
      'api/src/features/ad-objects/pictures.ts',
      { PICTURE_BYTES_MAX: { bytes: PICTURE_BYTES_MAX } },
      'picture of an ad',
      '404, and the screen shows a sign in its place',
    ),
    limit(
      'api/src/features/ad-objects/pictures.ts',
      { PICTURES_KEPT_BYTES_MAX: { bytes: PICTURES_KEPT_BYTES_MAX } },
      'pictures of ads that an API keeps, of all companies',
      'those that were shown longest ago go',
    ),
    limit(
      'api/src/features/ad-objects/pictures.ts',
      { PICTURES_WAITING_OF_TENANT_MAX },
      'pictures that a company waits for',
      '429 `too-many-questions`',
    ),
    limit(
      AD_OBJECTS,
      { AD_OBJECTS_MAX },
      'campaigns, ad sets and ads of an ad account whose states are kept, the levels above first',
      'the others are not kept',
    ),
    limit(
      AD_OBJECTS,
      { ACCOUNT_CAMPAIGNS_MAX },
      'campaigns on platforms of which figures know the ad account, those seen last',
      'the others are in no ad account',
    ),
    limit(
      AD_OBJECTS,
      { AD_OBJECT_DAYS_MAX: { ms: AD_OBJECT_DAYS_MAX * DAY_MS } },
      'how long the states of ads are kept by day',
      'how they were on the first kept day',
    ),
    limit(
      AD_ACTIONS,
      { AD_ACTIONS_WAITING_MAX },
      'actions of a company that wait for an ad platform',
      '429 `too-many-ad-actions`',
    ),
    limit(AD_ACTIONS, { AD_SELECTION_MAX }, 'rows that are acted on at once', 'the screen marks no more'),
    limit(
      AD_ACTIONS,
      { UNDO_HOURS_MAX },
      'hours in which an action can be undone, and after which one that waits is given up',
      '409 `ad-action-ended`',
    ),
    limit(
      AD_ACTIONS,
      { BUDGET_RAISE_PER_DAY },
      'reais by which a company raises its budgets in one day, until an administrator sets another sum',
      '409 `ad-budget-limit`',
    ),
    limit(
      AD_ACTIONS,
      { BUDGET_RAISE_PER_DAY_MAX },
      'reais that an administrator may set for it',
      '400 `invalid-fields`',
    ),
    limit(
      'api/src/features/ad-actions/service.ts',
      { AD_ACTIONS_RATE },
      'actions of a company at ad platforms that are asked for',
      '429 `too-many-ad-actions`, with `Retry-After`',
    ),
    limit(contract('costs'), { COSTS_MAX }, 'costs, over all kinds and years', '409 `too-many-costs`'),
    limit(
      'infra/src/privacy/addresses.ts',
      { ADDRESS_DAYS: { ms: ADDRESS_DAYS * DAY_MS } },
      'how long a whole IP address can be read',
      'its network alone',
    ),
  ],
  api: [
    limit('api/src/http/api-keys.ts', { API_KEY_RATE }, 'requests of an API key', '429 `too-many-queries`'),
    limit(
      QUESTIONS,
      { FIGURES_RATE },
      'days of tables that `/api/figures` reads, for a person, and for all API keys of a company',
      '429 `too-many-questions`',
    ),
    limit(QUESTIONS, { TENANT_FIGURES_RATE }, 'those of a company', '429 `too-many-questions`'),
    limit(
      QUESTIONS,
      { FACTS_RUNNING_MAX },
      'questions of `/api/figures` at once that read the events of all their days',
      'the next ones wait',
    ),
    limit(
      QUESTIONS,
      { FACTS_RUNNING_OF_ONE_MAX },
      'those of the people of a company, and of its API keys',
      'the next ones wait; those of others pass them',
    ),
    limit(QUESTIONS, { FACTS_WAITING_MAX }, 'those that wait', '429 `too-many-questions`'),
    limit(
      QUESTIONS,
      { FACTS_WAITING_OF_ONE_MAX },
      'those that wait of the people of a company, and of its API keys',
      '429 `too-many-questions`',
    ),
    limit('schemas/src/figures/figure-query.ts', { GROUPS_BY_MAX }, 'dimensions of a question', '400'),
    limit('schemas/src/figures/figure-query.ts', { FILTERS_MAX }, 'filters of a question', '400'),
    limit('schemas/src/figures/figure-query.ts', { FILTER_VALUES_MAX }, 'values of a filter', '400'),
    limit('schemas/src/figures/figure-query.ts', { FILTER_VALUE_LENGTH_MAX }, 'characters of a value', '400'),
    limit('schemas/src/figures/figure-query.ts', { FIGURE_ROWS_MAX }, 'rows of an answer', '400'),
    limit(
      'schemas/src/figures/figure-query.ts',
      { SORTED_GROUPS_MAX },
      'groups that are ordered by a ratio, or whose names are searched for a value',
      'those first by revenue or clicks',
    ),
    limit('schemas/src/figures/figure-query.ts', { FIGURE_VALUES_MAX }, 'values of a dimension in one list', '400'),
    limit(
      'api/src/features/live/figures-hub.ts',
      { STREAMS_PER_TENANT_MAX },
      'open screens of a company with live news',
      '429 `too-many-screens`; the screen polls',
    ),
    limit(
      'api/src/features/send-back/shared.ts',
      { TEST_RATE },
      'tests of postbacks and pixels, of a company',
      '429 `too-many-tests`',
    ),
    limit(
      'api/src/features/privacy/service.ts',
      { PERSON_RATE },
      'searches and exports of persons, of a company',
      '429 `too-many-requests`',
    ),
    limit(
      'api/src/features/conversion-logs/contact.ts',
      { CONTACT_RATE },
      'contacts of buyers, of a person',
      '429 `too-many-requests`',
    ),
    limit(TURNS, { PERSON_FILE_RATE }, 'files (conversions, spend) of a person', '429 `too-many-requests`'),
    limit(TURNS, { TENANT_FILE_RATE }, 'files of a company', '429 `too-many-requests`'),
    limit(TURNS, { FILES_WAITING_MAX }, 'files that wait to be read, one at a time', '503 `files-busy`'),
    limit(TURNS, { FILES_WAITING_OF_TENANT_MAX }, 'those of one company', '503 `files-busy`'),
    limit(
      'schemas/src/checkouts/explain-body.ts',
      { EXPLAINED_VALUES_MAX },
      'values of a delivery that is explained',
      'not explained',
    ),
    limit(
      DELIVERIES,
      { EXPLANATIONS_WAITING_MAX },
      'deliveries that wait to be explained, one at a time',
      '503 `explanations-busy`',
    ),
    limit(DELIVERIES, { EXPLANATIONS_WAITING_OF_TENANT_MAX }, 'those of one company', '503 `explanations-busy`'),
    limit(CSV, { FILE_COLUMNS_MAX }, 'columns of a file', '400 `file-too-wide`'),
    limit(CSV, { FILE_CELL_MAX }, 'characters of a cell', '400 `file-too-wide`'),
    limit(CSV, { FILE_LINE_MAX }, 'characters of a line', '400 `file-too-wide`'),
    limit(
      contract('conversion-imports'),
      { CONVERSION_FILE_BYTES_MAX: { bytes: CONVERSION_FILE_BYTES_MAX } },
      'a file of conversions',
      '413',
    ),
    limit(
      contract('conversion-imports'),
      { CONVERSION_FILE_ROWS_MAX },
      'rows of a file of conversions',
      '400 `file-too-long`',
    ),
    limit(contract('spend'), { SPEND_FILE_BYTES_MAX: { bytes: SPEND_FILE_BYTES_MAX } }, 'a file of spend', '413'),
    limit(contract('spend'), { SPEND_FILE_ROWS_MAX }, 'rows of a file of spend', '400 `file-too-long`'),
    limit(contract('spend'), { SPEND_NOTE_MAX }, 'characters of a note on spend', '400'),
    limit(contract('exchange-rates'), { RATES_CHANGED_MAX }, 'exchange rates in one request', '400'),
    limit('schemas/src/contracts/common.ts', { RANGE_DAYS_MAX }, 'days of a range', '400 `range-too-long`'),
    limit('schemas/src/primitives/pagination.ts', { PAGE_SIZE_MAX }, 'rows of a page', '400'),
    limit(contract('webhook'), { DELIVERIES_PAGE_MAX }, 'deliveries of a page', '400'),
    limit(contract('analytics'), { BREAKDOWN_ROWS_MAX }, 'rows of a breakdown', '400'),
    limit(contract('analytics'), { EXPORT_ROWS_MAX }, 'rows of a breakdown as a file', 'the first ones'),
    limit(contract('dashboard'), { HOURS_CHART_DAYS_MAX }, 'days of the chart by hours', '400'),
    limit(contract('geography'), { GEOGRAPHY_REGIONS_MAX }, 'regions of the geography', 'those with most clicks'),
    limit(contract('tracking-health'), { HEALTH_NAMES_MAX }, 'names in a line of tracking health', 'the first ones'),
    limit(contract('click-logs'), { OPENED_CHECKOUTS_MAX }, 'opened checkouts of a click', 'the first ones'),
    limit(
      contract('conversion-logs'),
      { STORY_VIEWS_MAX },
      'page views in the story of a click',
      'the first ones, and the count of all',
    ),
    limit(
      contract('conversion-logs'),
      { SET_ASIDE_LISTED_MAX },
      'sales that wait to be computed, in their list',
      'those that wait longest',
    ),
    limit(
      contract('conversion-imports'),
      { CONVERSION_IMPORTS_LISTED_MAX },
      'imports of conversions in the list',
      'the newest ones',
    ),
    limit(contract('privacy'), { PERSONS_MAX }, 'persons that a search finds', 'the first ones'),
    limit(
      'api/src/features/leads/search.ts',
      { SEARCHED_MAX },
      'leads of a company that a search looks at',
      'the newest ones',
    ),
    limit(
      'schemas/src/events/ad-spend.ts',
      { SPEND_ADS_MAX },
      'ads of a campaign and day',
      'spend of further ads is in the campaign’s, under no ad',
    ),
  ],
  inside: [
    limit(
      'infra/src/clickhouse/query-registry.ts',
      { 'QUERY_LIMITS.max_execution_time': { ms: QUERY_LIMITS.max_execution_time * 1_000 } },
      'a question to ClickHouse',
      '503',
    ),
    limit(
      'infra/src/clickhouse/query-registry.ts',
      { 'QUERY_LIMITS.max_result_rows': QUERY_LIMITS.max_result_rows },
      'rows of its answer',
      '503',
    ),
    limit(
      'infra/src/clickhouse/query-registry.ts',
      { 'QUERY_LIMITS.max_memory_usage': { bytes: QUERY_LIMITS.max_memory_usage } },
      'memory of a question',
      '503',
    ),
    limit(
      'infra/src/http/token-buckets.ts',
      { SENDERS_MAX },
      'senders whose rate a limit remembers',
      'the one that was quiet for longest begins again',
    ),
    limit(
      'infra/src/postbacks/guarded-call.ts',
      { DEADLINE_MS: { ms: DEADLINE_MS } },
      'a call of a postback',
      'it failed, and is tried again',
    ),
  ],
};

/** Exported numbers that bound nothing that anyone meets, each with its reason. */
export const NOT_LIMITS: Readonly<Record<string, string>> = {
  'processor/src/batch/waiting-for-clicks.ts WAITING_MAX': 'chooses between two ways to ask',
  'infra/src/conversions/rates.ts NO_RATE': 'of exchange',
  'api/figures/src/columns.ts WITHOUT_RATE': 'of exchange',
};
