import cookies from '@fastify/cookie';
import type { Tenant } from '@tracker/figures/tenant';
import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { RegistrationMode } from '@tracker/infra/config/config';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { createLogOutbox } from '@tracker/infra/event-log/log-outbox';
import type { Server } from '@tracker/infra/http/server';
import type { ConnectionWarnings } from '@tracker/infra/http/warnings';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { createMessages } from '@tracker/infra/messages/messages';
import {
  createGuardedCall,
  createGuardedGet,
  type GuardedCall,
  type GuardedGet,
} from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';
import { pixelContractsOf } from '@tracker/schemas/contracts/pixel.contract';
import { accountLinkRoutes } from './features/account-links/routes.ts';
import { createAccountLinkService } from './features/account-links/service.ts';
import { adActionRoutes } from './features/ad-actions/routes.ts';
import { createAdActionService } from './features/ad-actions/service.ts';
import { createPictures, PICTURE_BYTES_MAX, PICTURE_DEADLINE_MS } from './features/ad-objects/pictures.ts';
import { adObjectRoutes } from './features/ad-objects/routes.ts';
import { createAdObjectService } from './features/ad-objects/service.ts';
import { adPlatformRoutes } from './features/ad-platforms/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { createChallenges } from './features/auth/challenge.ts';
import { authRoutes } from './features/auth/routes.ts';
import { createAuthService } from './features/auth/service.ts';
import { campaignRoutes } from './features/campaigns/routes.ts';
import { clickLogRoutes } from './features/click-logs/routes.ts';
import { tenantRoutes } from './features/company/routes.ts';
import { isUnverifiedLimitReached } from './features/company/unverified-limit.ts';
import { conversionImportRoutes } from './features/conversion-imports/routes.ts';
import { conversionRoutes } from './features/conversion-logs/routes.ts';
import { costRoutes } from './features/costs/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { docsRoutes } from './features/docs/routes.ts';
import { exchangeRateRoutes } from './features/exchange-rates/routes.ts';
import { figureRoutes } from './features/figures/routes.ts';
import { geographyRoutes } from './features/geography/routes.ts';
import { integrationRoutes } from './features/integration/routes.ts';
import { leadRoutes } from './features/leads/routes.ts';
import { createFiguresHub } from './features/live/figures-hub.ts';
import { type Listen, listenToFigures } from './features/live/listen-figures.ts';
import { liveRoutes } from './features/live/routes.ts';
import { onboardingRoutes } from './features/onboarding/routes.ts';
import { ownTenantRoutes } from './features/own-tenants/routes.ts';
import { createOwnTenantService } from './features/own-tenants/service.ts';
import { createAcceptanceService } from './features/people/acceptance-service.ts';
import { createInviteService } from './features/people/invites-service.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { createUserService } from './features/people/users-service.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { productRoutes } from './features/products/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { createPushService } from './features/push/service.ts';
import { createPixelService } from './features/send-back/pixel-service.ts';
import { createPostbackService } from './features/send-back/postback-service.ts';
import { pixelRoutes, postbackRoutes } from './features/send-back/routes.ts';
import { createTestLimit } from './features/send-back/shared.ts';
import { sideBySideRoutes } from './features/side-by-side/routes.ts';
import { spendRoutes } from './features/spend/routes.ts';
import { trackingHealthRoutes } from './features/tracking-health/routes.ts';
import { usageRoutes } from './features/usage/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { webhookRoutes } from './features/webhook/routes.ts';
import { createApiKeys } from './http/api-keys.ts';
import { createFileLimits } from './http/file-limits.ts';
import { hardenAnswers } from './http/harden-answers.ts';
import { startHousekeeping } from './http/housekeeping.ts';
import { createContractRouter } from './http/implement-contract.ts';
import { createBrowserCookie, createKnownBrowsers } from './http/known-browser.ts';
import { createIsOpen } from './http/open-tenant.ts';
import { createOriginOf } from './http/origin.ts';
import { createPasswords, type Passwords } from './http/password.ts';
import { createPrincipals } from './http/principal.ts';
import { readJsonBodies } from './http/read-json.ts';
import type { SharedLinkOf } from './http/reader.ts';
import { createSameOriginCheck } from './http/same-origin.ts';
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
  readonly sharedLinkOf?: SharedLinkOf;
}

/** The query API: every contract of schemas/contracts, and nothing else under /api. */
export async function registerApi(app: Server, deps: ApiDeps): Promise<void> {
  await app.register(async (scope) => buildApi(scope as Server, deps));
}

async function buildApi(app: Server, deps: ApiDeps): Promise<void> {
  const { postgres, clickhouse, clock, logger } = deps;
  const outbox = createLogOutbox(deps);
  const messages = createMessages(deps);
  const publicUrl = deps.publicUrl.replace(/\/+$/, '');
  const { registration = 'open' } = deps;
  const demoLogin = deps.demoLogin ?? null;
  const isOpen = createIsOpen({ hasDemo: demoLogin !== null });
  const sessions = createSessions({ postgres, clock, isOpen });
  const throttle = createSignInThrottle({ postgres, clock });
  const cookie = createSessionCookie({ secure: deps.secureCookies });
  const browsers = createKnownBrowsers({ postgres, clock });
  const campaigns = createCampaignRepository(postgres);
  const mails = createAccountMails({ isOn: deps.hasMail, postgres, messages, throttle, logger });
  const apiKeys = createApiKeys({ postgres, clock, isOpen });
  const passwords = deps.passwords ?? createPasswords();
  const secondFactors = createSecondFactors({ postgres, clock, keyring: deps.keyring, throttle });
  const hub = createFiguresHub({ clock, logger, sessionLives: (reader) => sessions.lives(reader) });
  const { principalOf, sessionOf } = createPrincipals({ sessions, apiKeys, cookie, sharedLinkOf: deps.sharedLinkOf });

  hardenAnswers(app);
  await app.register(cookies);
  readJsonBodies(app);

  const router = createContractRouter(app, {
    clock,
    principalOf,
    assertSameOrigin: createSameOriginCheck(publicUrl),
    validateResponses: deps.validateResponses ?? false,
  });

  const links = createAccountLinkService({ postgres, clock, passwords, throttle, browsers, mails, publicUrl });
  const browserCookie = createBrowserCookie({ secure: deps.secureCookies });
  const originOf = createOriginOf({ cookie, browserCookie });
  accountLinkRoutes(router, { links, browserCookie, onSessionEnd: (sessionId) => hub.endSession(sessionId) });
  authRoutes(router, {
    auth: createAuthService({
      postgres,
      clock,
      passwords,
      sessions,
      browsers,
      throttle,
      mails,
      links,
      secondFactors,
      challenges: createChallenges({ keyring: deps.keyring, clock }),
      registration,
      isOpen,
      demoLogin,
    }),
    cookie,
    browserCookie,
    originOf,
    warnings: deps.warnings,
    isUnverifiedLimitReached: (tenantId) => isUnverifiedLimitReached({ postgres, clock }, tenantId),
    sessionOf,
    onSessionEnd: (sessionId) => hub.endSession(sessionId),
  });
  const users = createUserService({ postgres });
  ownTenantRoutes(router, createOwnTenantService({ postgres, clock, throttle, registration, isOpen }), (person) =>
    users.leave(person),
  );
  peopleRoutes(router, {
    invites: createInviteService({
      postgres,
      clock,
      throttle,
      messages,
      hasMail: deps.hasMail,
      publicUrl,
      registration,
    }),
    acceptance: createAcceptanceService({
      ...{ postgres, clock, passwords, throttle, registration, mails, links, sessions, browsers },
    }),
    originOf,
    users,
  });
  profileRoutes(router, {
    ...{ postgres, clock, passwords, throttle, secondFactors, mails },
    cookie,
    onSessionEnd: (sessionId) => hub.endSession(sessionId),
  });
  const features = {
    ...{ postgres, clickhouse, persons: deps.persons, addresses: deps.addresses, keyring: deps.keyring },
    ...{ clock, logger, publicUrl, outbox, campaigns },
    campaignNames: ({ tenantId }: Tenant, ids: string[]) => campaigns.namesOf(tenantId, ids),
    fileLimits: createFileLimits(clock),
  };
  apiKeyRoutes(router, features);
  privacyRoutes(router, features);
  auditLogRoutes(router, features);
  tenantRoutes(router, features);
  usageRoutes(router, features);
  campaignRoutes(router, features);
  dashboardRoutes(router, features);
  analyticsRoutes(router, features);
  figureRoutes(router, features);
  geographyRoutes(router, features);
  webhookRoutes(router, features);
  clickLogRoutes(router, features);
  conversionRoutes(router, features);
  leadRoutes(router, features);
  integrationRoutes(router, features);
  onboardingRoutes(router, features);
  trackingHealthRoutes(router, features);
  exchangeRateRoutes(router, features);
  sideBySideRoutes(router, features);
  conversionImportRoutes(router, features);
  spendRoutes(router, features);
  costRoutes(router, features);
  viewRoutes(router, features);
  productRoutes(router, features);
  const pictures = createPictures(
    deps.pictureCall ?? createGuardedCall({ bodyBytesMax: PICTURE_BYTES_MAX, deadlineMs: PICTURE_DEADLINE_MS }),
  );
  const closing = new AbortController();
  adPlatformRoutes(router, { ...deps, campaigns, publicUrl, closing: closing.signal });
  adObjectRoutes(router, createAdObjectService({ postgres, adPlatforms: deps.adPlatforms, clock, pictures }));
  adActionRoutes(router, createAdActionService({ ...deps, campaigns }));
  const testLimit = createTestLimit(clock);
  for (const { descriptor, destination } of deps.adPlatforms) {
    if (!destination) continue;
    const pixel = createPixelService({ ...deps, descriptor, destination, publicUrl, testLimit });
    pixelRoutes(router, pixelContractsOf(descriptor, destination), pixel);
  }
  postbackRoutes(
    router,
    createPostbackService({ postgres, clock, testLimit, get: deps.guardedGet ?? createGuardedGet() }),
  );
  const push = { postgres, clock, keyring: deps.keyring, publicUrl, testLimit };
  pushRoutes(router, createPushService({ ...push, call: deps.guardedCall ?? createGuardedCall() }));
  liveRoutes(router, hub);
  docsRoutes(router, { publicUrl });

  // That a path is unknown is shown to those only who are signed in.
  for (const url of ['/api', '/api/*']) {
    app.all(url, {
      onRequest: async (request, reply) => {
        if (!(await principalOf(request, reply))) throw new AppError('unauthorized');
        throw notFound();
      },
      handler: () => {
        throw notFound();
      },
    });
  }

  const listen: Listen = deps.listen ?? ((...subscription) => postgres.sql.listen(...subscription));
  const stopListening = listenToFigures(listen, hub, logger);
  const stopHousekeeping = startHousekeeping({ postgres, throttle, logger });
  // Before the server waits for its connections: an open stream is one of them, and so is a wait for a sync.
  app.addHook('preClose', async () => {
    closing.abort();
    hub.close();
    stopHousekeeping();
    await stopListening();
  });
}
