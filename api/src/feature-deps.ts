import type { Tenant } from '@tracker/figures/tenant';
import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { RegistrationMode } from '@tracker/infra/config/config';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { createLogOutbox } from '@tracker/infra/event-log/log-outbox';
import type { ConnectionWarnings } from '@tracker/infra/http/warnings';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Guard } from '@tracker/infra/lifecycle/store-probe';
import { createMessages } from '@tracker/infra/messages/messages';
import type { GuardedCall, GuardedGet } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { createAccountLinkService } from './features/account-links/service.ts';
import { isUnverifiedLimitReached } from './features/company/unverified-limit.ts';
import { createFiguresHub } from './features/live/figures-hub.ts';
import type { Listen } from './features/live/listen-figures.ts';
import { createTestLimit } from './features/send-back/shared.ts';
import { createFileLimits } from './http/file-limits.ts';
import { createBrowserCookie, createKnownBrowsers } from './http/known-browser.ts';
import { createIsOpen } from './http/open-tenant.ts';
import { createOriginOf } from './http/origin.ts';
import { createPasswords, type Passwords } from './http/password.ts';
import type { SharedLinkOf } from './http/reader.ts';
import { createSecondFactors } from './http/second-factor.ts';
import { createSessions } from './http/session.ts';
import { createSessionCookie } from './http/session-cookie.ts';
import { createSignInThrottle } from './http/throttle.ts';
import { createAccountMails } from './mail/account-mail.ts';
import { createCampaignRepository } from './store/campaigns.ts';

export interface ApiDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly keyring: Keyring;
  readonly persons: Persons;
  readonly addresses: Pick<Addresses, 'decrypt'>;
  readonly jobs: JobQueue;
  readonly adPlatforms: AdPlatforms;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The origin of tracking and webhook URLs; changes are accepted from this origin only. */
  readonly publicUrl: string;
  /** True when people reach us by https. */
  readonly secureCookies: boolean;
  /** The demo tenant's account, where it may be used; without it nothing of that tenant can be entered. */
  readonly demoLogin?: Credentials | null;
  /** By default open. */
  readonly registration?: RegistrationMode;
  /** What requests show about the way to us, for administrators. */
  readonly warnings?: ConnectionWarnings;
  /** Whether a mail server is set. Without one, links of invitations are shown. */
  readonly hasMail: boolean;
  /** How to call addresses that tenants wrote down; by default only those of the internet. */
  readonly guardedGet?: GuardedGet;
  /** How to call the push services of browsers; as above. */
  readonly guardedCall?: GuardedCall;
  /** How to fetch pictures of ads; as above. */
  readonly pictureCall?: GuardedCall;
  /** How to hear of changed figures; by default over a connection of `postgres`. */
  readonly listen?: Listen;
  /** For tests, whose passwords may be cheap; by default as `createPasswords` makes them. */
  readonly passwords?: Passwords;
  /** For tests: an answer that breaks its contract fails. */
  readonly validateResponses?: boolean;
  /** As in `RouterDeps`. */
  readonly whileStoreAnswers?: Guard;
  /** For tests: nothing makes links yet. */
  readonly sharedLinkOf?: SharedLinkOf;
}

/** What the features share; each names what it needs of it. */
export function createFeatureDeps(deps: ApiDeps) {
  const { postgres, clock, logger } = deps;
  const publicUrl = deps.publicUrl.replace(/\/+$/, '');
  const demoLogin = deps.demoLogin ?? null;
  const isOpen = createIsOpen({ hasDemo: demoLogin !== null });
  const sessions = createSessions({ postgres, clock, isOpen });
  const throttle = createSignInThrottle({ postgres, clock });
  const cookie = createSessionCookie({ secure: deps.secureCookies });
  const browserCookie = createBrowserCookie({ secure: deps.secureCookies });
  const browsers = createKnownBrowsers({ postgres, clock });
  const campaigns = createCampaignRepository(postgres);
  const messages = createMessages(deps);
  const mails = createAccountMails({ isOn: deps.hasMail, postgres, messages, throttle, logger });
  const passwords = deps.passwords ?? createPasswords();
  const hub = createFiguresHub({ clock, logger, sessionLives: (reader) => sessions.lives(reader) });
  return {
    ...deps,
    ...{ publicUrl, demoLogin, isOpen, sessions, throttle, cookie },
    ...{ browserCookie, browsers, campaigns, messages, mails, passwords, hub },
    registration: deps.registration ?? 'open',
    outbox: createLogOutbox(deps),
    links: createAccountLinkService({ ...deps, passwords, throttle, browsers, mails, publicUrl }),
    originOf: createOriginOf({ cookie, browserCookie }),
    secondFactors: createSecondFactors({ postgres, clock, keyring: deps.keyring, throttle }),
    campaignNames: ({ tenantId }: Tenant, ids: string[]) => campaigns.namesOf(tenantId, ids),
    fileLimits: createFileLimits(clock),
    testLimit: createTestLimit(clock),
    isUnverifiedLimitReached: (tenantId: TenantId) => isUnverifiedLimitReached({ postgres, clock }, tenantId),
    onSessionEnd: (sessionId: string) => hub.endSession(sessionId),
  };
}
