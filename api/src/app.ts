import cookies from '@fastify/cookie';
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
import { apiKeyOf } from '@tracker/infra/secrets/api-key';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { ROLE_ACTIONS } from '@tracker/schemas/actions';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';
import { pixelContractsOf } from '@tracker/schemas/contracts/pixel.contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountLinkRoutes } from './features/account-links/routes.ts';
import { createAccountLinkService } from './features/account-links/service.ts';
import { adObjectRoutes } from './features/ad-objects/routes.ts';
import { createAdObjectService } from './features/ad-objects/service.ts';
import { adPlatformRoutes } from './features/ad-platforms/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { createAnalyticsService } from './features/analytics/service.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { createApiKeyService } from './features/api-keys/service.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { createAuditLogService } from './features/audit-log/service.ts';
import { createChallenges } from './features/auth/challenge.ts';
import { authRoutes } from './features/auth/routes.ts';
import { createAuthService } from './features/auth/service.ts';
import { campaignRoutes } from './features/campaigns/routes.ts';
import { createCampaignService } from './features/campaigns/service.ts';
import { createClickService } from './features/click-logs/click-list.ts';
import { createPageViewService } from './features/click-logs/page-views.ts';
import { clickLogRoutes } from './features/click-logs/routes.ts';
import { tenantRoutes } from './features/company/routes.ts';
import { createTenantService } from './features/company/service.ts';
import { isUnverifiedLimitReached } from './features/company/unverified-limit.ts';
import { conversionImportRoutes } from './features/conversion-imports/routes.ts';
import { createConversionImportService } from './features/conversion-imports/service.ts';
import { createAttributionService } from './features/conversion-logs/attribution.ts';
import { createConversionContactService } from './features/conversion-logs/contact.ts';
import { createConversionDetailService } from './features/conversion-logs/detail.ts';
import { conversionRoutes } from './features/conversion-logs/routes.ts';
import { createConversionService } from './features/conversion-logs/service.ts';
import { costRoutes } from './features/costs/routes.ts';
import { createCostService } from './features/costs/service.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { createDashboardService } from './features/dashboard/service.ts';
import { docsRoutes } from './features/docs/routes.ts';
import { exchangeRateRoutes } from './features/exchange-rates/routes.ts';
import { createExchangeRateService } from './features/exchange-rates/service.ts';
import { figureRoutes } from './features/figures/routes.ts';
import { createFigureService } from './features/figures/service.ts';
import { geographyRoutes } from './features/geography/routes.ts';
import { createGeographyService } from './features/geography/service.ts';
import { integrationRoutes } from './features/integration/routes.ts';
import { createIntegrationService } from './features/integration/service.ts';
import { leadRoutes } from './features/leads/routes.ts';
import { createLeadService } from './features/leads/service.ts';
import { createFiguresHub } from './features/live/figures-hub.ts';
import { type Listen, listenToFigures } from './features/live/listen-figures.ts';
import { liveRoutes } from './features/live/routes.ts';
import { onboardingRoutes } from './features/onboarding/routes.ts';
import { createOnboardingService } from './features/onboarding/service.ts';
import { ownTenantRoutes } from './features/own-tenants/routes.ts';
import { createOwnTenantService } from './features/own-tenants/service.ts';
import { createAcceptanceService } from './features/people/acceptance-service.ts';
import { createInviteService } from './features/people/invites-service.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { createUserService } from './features/people/users-service.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { createPrivacyService } from './features/privacy/service.ts';
import { productRoutes } from './features/products/routes.ts';
import { createProductService } from './features/products/service.ts';
import { createPasswordService } from './features/profile/password-service.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { createSecondFactorService } from './features/profile/second-factor-service.ts';
import { createProfileService } from './features/profile/service.ts';
import { createSessionService } from './features/profile/sessions-service.ts';
import { pushRoutes } from './features/push/routes.ts';
import { createPushService } from './features/push/service.ts';
import { createPixelService } from './features/send-back/pixel-service.ts';
import { createPostbackService } from './features/send-back/postback-service.ts';
import { pixelRoutes, postbackRoutes } from './features/send-back/routes.ts';
import { createTestLimit } from './features/send-back/shared.ts';
import { sideBySideRoutes } from './features/side-by-side/routes.ts';
import { createSideBySideService } from './features/side-by-side/service.ts';
import { spendRoutes } from './features/spend/routes.ts';
import { createSpendService } from './features/spend/service.ts';
import { trackingHealthRoutes } from './features/tracking-health/routes.ts';
import { createTrackingHealthService } from './features/tracking-health/service.ts';
import { usageRoutes } from './features/usage/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { createViewService } from './features/views/service.ts';
import { createWebhookDeliveryService } from './features/webhook/deliveries-service.ts';
import { createWebhookKeyService } from './features/webhook/keys-service.ts';
import { webhookRoutes } from './features/webhook/routes.ts';
import { createWebhookTokenService } from './features/webhook/token-service.ts';
import type { Person, Principal } from './http/access.ts';
import { createApiKeys } from './http/api-keys.ts';
import { callerOf, type RequestSource, sourceOf } from './http/caller.ts';
import { createFileTurns } from './http/file-turns.ts';
import { hardenAnswers } from './http/harden-answers.ts';
import { startHousekeeping } from './http/housekeeping.ts';
import { createContractRouter } from './http/implement-contract.ts';
import { createBrowserCookie, createKnownBrowsers } from './http/known-browser.ts';
import { createIsOpen } from './http/open-tenant.ts';
import { createOriginOf } from './http/origin.ts';
import { createPasswords, type Passwords } from './http/password.ts';
import { readJsonBodies } from './http/read-json.ts';
import { readerWith, type SharedLinkOf } from './http/reader.ts';
import { createSameOriginCheck } from './http/same-origin.ts';
import { createSecondFactors } from './http/second-factor.ts';
import { createSessions, type Session } from './http/session.ts';
import { createSessionCookie } from './http/session-cookie.ts';
import { createSignInThrottle } from './http/throttle.ts';
import { wantedTenantOf } from './http/wanted-tenant.ts';
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
  const asking = new WeakMap<FastifyRequest, Session>();

  /** Whose session the request's cookie opens; read from the store each time. */
  async function sessionOf(request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined> {
    const token = cookie.read(request);
    const session = token === undefined ? undefined : await sessions.find(token, wantedTenantOf(request));
    if (!session || token === undefined) return undefined;
    asking.set(request, session);
    if (session.renewed) cookie.write(reply, token);
    return session;
  }

  /** A key that comes decides alone: with a wrong one there is no caller, even with a cookie. So does a link. */
  async function principalOf(request: FastifyRequest, reply: FastifyReply): Promise<Principal | undefined> {
    const key = apiKeyOf(request.headers.authorization);
    const from = sourceOf(callerOf(request));
    const link = key === undefined ? await deps.sharedLinkOf?.(request) : undefined;
    if (link) return readerWith(link, from);
    if (key === undefined) return personOf(await sessionOf(request, reply), from);
    const program = await apiKeys.callerOf(key, from);
    const { named } = wantedTenantOf(request);
    if (program && named !== undefined && named !== program.tenantId) throw new AppError('unknown-company');
    return program;
  }

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
    sessionOf: (request) => {
      const session = asking.get(request);
      if (!session) throw new AppError('unauthorized');
      return session;
    },
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
    profile: createProfileService({ postgres }),
    passwords: createPasswordService({ postgres, clock, passwords, throttle, secondFactors }),
    secondFactor: createSecondFactorService({ postgres, clock, secondFactors, mails }),
    sessions: createSessionService({ postgres, clock }),
    cookie,
    onSessionEnd: (sessionId) => hub.endSession(sessionId),
  });
  apiKeyRoutes(router, createApiKeyService({ postgres, clock }));
  privacyRoutes(router, createPrivacyService({ postgres, clickhouse, persons: deps.persons, clock }));
  auditLogRoutes(router, createAuditLogService({ postgres }));
  tenantRoutes(router, createTenantService({ postgres, outbox, clock }));
  usageRoutes(router, { clickhouse, postgres, clock });
  campaignRoutes(router, createCampaignService({ clickhouse, postgres, campaigns, clock, publicUrl }));
  dashboardRoutes(router, createDashboardService({ clickhouse, postgres, campaigns, clock }));
  analyticsRoutes(router, createAnalyticsService({ clickhouse, postgres, campaigns, clock }));
  figureRoutes(router, createFigureService({ clickhouse, postgres, campaigns, clock }));
  geographyRoutes(router, createGeographyService({ clickhouse, postgres, clock }));
  const webhookTokens = createWebhookTokenService({ postgres, keyring: deps.keyring, clock });
  webhookRoutes(router, {
    keys: createWebhookKeyService({ postgres, tokens: webhookTokens, keyring: deps.keyring, clock, publicUrl }),
    tokens: webhookTokens,
    deliveries: createWebhookDeliveryService({
      ...{ clickhouse, postgres, outbox, campaigns, clock, tokens: webhookTokens },
    }),
  });
  const listDeps = { clickhouse, addresses: deps.addresses, clock, logger };
  clickLogRoutes(router, createClickService({ ...listDeps, postgres }), createPageViewService(listDeps));
  const conversions = createConversionService({ clickhouse, postgres, clock });
  conversionRoutes(
    router,
    conversions,
    createConversionDetailService({ ...listDeps, postgres }),
    createAttributionService({ clickhouse, outbox, campaigns, clock }),
    createConversionContactService({ clickhouse, postgres, persons: deps.persons, clock }),
    clickhouse,
  );
  leadRoutes(router, createLeadService({ postgres, persons: deps.persons, clock }));
  integrationRoutes(router, createIntegrationService({ clickhouse, postgres, campaigns, clock, publicUrl }));
  onboardingRoutes(router, createOnboardingService({ postgres, clickhouse, clock }));
  trackingHealthRoutes(router, createTrackingHealthService({ clickhouse, postgres, clock }));
  exchangeRateRoutes(router, createExchangeRateService({ postgres, clickhouse, outbox, clock }));
  const fileTurns = createFileTurns(clock);
  sideBySideRoutes(router, createSideBySideService({ clickhouse, postgres, fileTurns }));
  conversionImportRoutes(router, createConversionImportService({ clickhouse, postgres, outbox, clock, fileTurns }));
  spendRoutes(router, createSpendService({ postgres, clickhouse, outbox, campaigns, clock, fileTurns }));
  costRoutes(router, createCostService({ postgres, campaigns, clock }));
  viewRoutes(router, createViewService({ postgres, clock }));
  productRoutes(router, createProductService({ postgres, clock }));
  const closing = new AbortController();
  adPlatformRoutes(router, { ...deps, campaigns, publicUrl, closing: closing.signal });
  adObjectRoutes(router, createAdObjectService({ postgres, adPlatforms: deps.adPlatforms }));
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

  // An unknown path tells nobody that it is unknown before they signed in.
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
  // Before the server waits for its connections: an open stream is one of them, and whoever waits for a sync.
  app.addHook('preClose', async () => {
    closing.abort();
    hub.close();
    stopHousekeeping();
    await stopListening();
  });
}

function personOf(session: Session | undefined, from: RequestSource): Person | undefined {
  return (
    session && {
      userId: session.user.id,
      tenantId: session.tenant.id,
      role: session.user.role,
      can: ROLE_ACTIONS[session.user.role],
      timeZone: session.tenant.timeZone,
      sessionId: session.id,
      authenticatedAtMs: session.authenticatedAtMs,
      hasSecondFactor: session.hasSecondFactor ?? false,
      mustSetUpSecondFactor: session.mustSetUpSecondFactor ?? false,
      from,
    }
  );
}
