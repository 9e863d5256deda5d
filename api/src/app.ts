import cookies from '@fastify/cookie';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { createRefusalLog } from '@tracker/infra/http/refusal-log';
import type { Server } from '@tracker/infra/http/server';
import { recordLimitReached } from '@tracker/infra/postgres/tables/limits-reached';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { type ApiDeps, createFeatureDeps } from './feature-deps.ts';
import { accountLinkRoutes } from './features/account-links/routes.ts';
import { adActionRoutes } from './features/ad-actions/routes.ts';
import { adObjectRoutes } from './features/ad-objects/routes.ts';
import { adPlatformRoutes } from './features/ad-platforms/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { campaignRoutes } from './features/campaigns/routes.ts';
import { clickLogRoutes } from './features/click-logs/routes.ts';
import { tenantRoutes } from './features/company/routes.ts';
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
import { type Listen, listenToFigures } from './features/live/listen-figures.ts';
import { liveRoutes } from './features/live/routes.ts';
import { onboardingRoutes } from './features/onboarding/routes.ts';
import { ownTenantRoutes } from './features/own-tenants/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { productRoutes } from './features/products/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { sendBackRoutes } from './features/send-back/routes.ts';
import { sideBySideRoutes } from './features/side-by-side/routes.ts';
import { spendRoutes } from './features/spend/routes.ts';
import { trackingHealthRoutes } from './features/tracking-health/routes.ts';
import { usageRoutes } from './features/usage/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { webhookRoutes } from './features/webhook/routes.ts';
import { createApiKeys } from './http/api-keys.ts';
import { hardenAnswers } from './http/harden-answers.ts';
import { startHousekeeping } from './http/housekeeping.ts';
import { createIdempotentCalls } from './http/idempotent-calls.ts';
import { type ContractRouter, createContractRouter } from './http/implement-contract.ts';
import { createPrincipals } from './http/principal.ts';
import { readJsonBodies } from './http/read-json.ts';
import { createRequestLimits } from './http/request-limits.ts';
import { createSameOriginCheck } from './http/same-origin.ts';

type FeatureDeps = ReturnType<typeof createFeatureDeps> &
  ReturnType<typeof createPrincipals> & { readonly closing: AbortSignal };

/** Each implements the contracts of one noun. */
const FEATURES: readonly ((router: ContractRouter, deps: FeatureDeps) => void)[] = [
  accountLinkRoutes,
  adActionRoutes,
  adObjectRoutes,
  adPlatformRoutes,
  analyticsRoutes,
  apiKeyRoutes,
  auditLogRoutes,
  authRoutes,
  campaignRoutes,
  clickLogRoutes,
  tenantRoutes,
  conversionImportRoutes,
  conversionRoutes,
  costRoutes,
  dashboardRoutes,
  docsRoutes,
  exchangeRateRoutes,
  figureRoutes,
  geographyRoutes,
  integrationRoutes,
  leadRoutes,
  liveRoutes,
  onboardingRoutes,
  ownTenantRoutes,
  peopleRoutes,
  privacyRoutes,
  productRoutes,
  profileRoutes,
  pushRoutes,
  sendBackRoutes,
  sideBySideRoutes,
  spendRoutes,
  trackingHealthRoutes,
  usageRoutes,
  viewRoutes,
  webhookRoutes,
];

/** The query API: every contract of schemas/contracts, and nothing else under /api. */
export async function registerApi(app: Server, deps: ApiDeps): Promise<void> {
  await app.register(async (scope) => buildApi(scope as Server, deps));
}

const PATHS = CONTRACTS.map(({ method, path }) => ({
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  is: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** None for a path that is not there. */
const methodsAt = (path: string): string[] => [
  ...new Set(PATHS.flatMap(({ methods, is }) => (is.test(path) ? methods : []))),
];

async function buildApi(app: Server, deps: ApiDeps): Promise<void> {
  const closing = new AbortController();
  const featureDeps = createFeatureDeps(deps);
  const principals = createPrincipals({ ...featureDeps, apiKeys: createApiKeys(featureDeps) });
  const shared = { ...featureDeps, ...principals, closing: closing.signal };
  const { postgres, clock, logger, principalOf, hub } = shared;

  hardenAnswers(app);
  await app.register(cookies);
  readJsonBodies(app);

  const router = createContractRouter(app, {
    clock,
    principalOf,
    publicUrl: shared.publicUrl,
    campaignIdOf: (tenantId, id) => shared.campaigns.campaignIdOf(tenantId, id),
    assertSameOrigin: createSameOriginCheck(shared.publicUrl, (from, asked) =>
      deps.warnings?.originRefused(from, asked),
    ),
    limits: createRequestLimits(
      clock,
      createRefusalLog(logger, clock, (name, times) => recordLimitReached(postgres.sql, name, times)),
    ),
    idempotentCalls: createIdempotentCalls({ postgres, keyring: deps.keyring }),
    validateResponses: deps.validateResponses ?? false,
    ...(deps.whileStoreAnswers && { whileStoreAnswers: deps.whileStoreAnswers }),
  });
  for (const implement of FEATURES) implement(router, shared);

  // That a path is unknown is shown to those only who are signed in.
  for (const url of ['/api', '/api/*']) {
    app.all(url, {
      onRequest: async (request, reply) => {
        if (!(await principalOf(request, reply))) throw new AppError('unauthorized');
        const methods = methodsAt(request.url.split('?', 1)[0] ?? '');
        if (methods.length === 0) throw notFound();
        reply.header('allow', methods.join(', '));
        throw new AppError('method-not-allowed');
      },
      handler: () => {
        throw notFound();
      },
    });
  }

  const listen: Listen = deps.listen ?? ((...subscription) => postgres.sql.listen(...subscription));
  const stopListening = listenToFigures(listen, hub, logger);
  const stopHousekeeping = startHousekeeping(shared);
  // Before the server waits for its connections: an open stream is one of them, and so is a wait for a sync.
  app.addHook('preClose', async () => {
    closing.abort();
    hub.close();
    stopHousekeeping();
    await stopListening();
  });
}
