import {
  changeWebhookKey,
  explainWebhookDelivery,
  listUnreadNames,
  listWebhookDeliveries,
  listWebhookKeys,
  listWebhookProviders,
  readDeliveryNotes,
  removeWebhookSecret,
  removeWebhookToken,
  reprocessWebhookDelivery,
  rotateWebhookKey,
  setWebhookAmounts,
  setWebhookSecret,
  setWebhookToken,
} from '@tracker/schemas/contracts/webhook.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { createWebhookDeliveryService } from './deliveries-service.ts';
import { createWebhookKeyService } from './keys-service.ts';
import { createWebhookTokenService } from './token-service.ts';

export function webhookRoutes(
  router: ContractRouter,
  deps: Parameters<typeof createWebhookTokenService>[0] &
    Omit<Parameters<typeof createWebhookKeyService>[0] & Parameters<typeof createWebhookDeliveryService>[0], 'tokens'>,
): void {
  const tokens = createWebhookTokenService(deps);
  const keys = createWebhookKeyService({ ...deps, tokens });
  const deliveries = createWebhookDeliveryService({ ...deps, tokens });
  router.implement(listWebhookKeys, ({ principal }) => keys.list(principal));
  router.implement(setWebhookSecret, ({ principal, params, body }) =>
    keys.setSecret(principal, params.provider, body.secret),
  );
  router.implement(removeWebhookSecret, ({ principal, params }) => keys.removeSecret(principal, params.provider));
  router.implement(setWebhookToken, ({ principal, params, body }) => tokens.set(principal, params.provider, body));
  router.implement(removeWebhookToken, ({ principal, params }) => tokens.remove(principal, params.provider));
  router.implement(rotateWebhookKey, ({ principal, params }) => keys.rotate(principal, params.provider));
  router.implement(changeWebhookKey, ({ principal, params, body }) =>
    keys.permitGet(principal, params.provider, body.permitsGet),
  );
  router.implement(setWebhookAmounts, ({ principal, body }) => keys.setAmountsIn(principal, body.amountsIn));
  router.implement(listWebhookDeliveries, async ({ principal, query, request, reply }) =>
    sendPage(await deliveries.list(principal, query), request, reply),
  );
  router.implement(listWebhookProviders, ({ principal }) => deliveries.providers(principal));
  router.implement(explainWebhookDelivery, ({ principal, params }) => deliveries.explain(principal, params.id));
  router.implement(listUnreadNames, ({ principal }) => deliveries.unreadNames(principal));
  router.implement(readDeliveryNotes, ({ principal }) => deliveries.notes(principal));
  router.implement(reprocessWebhookDelivery, ({ principal, params }) => deliveries.reprocess(principal, params.id));
}
