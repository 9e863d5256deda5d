import {
  attributeConversion,
  exportConversions,
  listConversions,
  listConversionsSetAside,
  readConversion,
  readConversionBuyer,
  readConversionContact,
  readConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { createAttributionService } from './attribution.ts';
import { changedConversionRoute } from './changed-conversions.ts';
import { createConversionContactService } from './contact.ts';
import { createConversionDetailService } from './detail.ts';
import { createConversionService } from './service.ts';
import { readConversionsSetAside } from './set-aside.ts';

export function conversionRoutes(
  router: ContractRouter,
  deps: Parameters<typeof createConversionService>[0] &
    Parameters<typeof createConversionDetailService>[0] &
    Parameters<typeof createAttributionService>[0] &
    Parameters<typeof createConversionContactService>[0],
): void {
  const conversions = createConversionService(deps);
  const detail = createConversionDetailService(deps);
  const attribution = createAttributionService(deps);
  const contact = createConversionContactService(deps);
  router.implement(listConversions, async ({ principal, query, request, reply }) =>
    sendPage(await conversions.list(principal, query), request, reply),
  );
  router.implement(readConversionTotals, ({ principal, query }) => conversions.totals(principal, query));
  router.implement(listConversionsSetAside, ({ principal }) => readConversionsSetAside(deps.clickhouse, principal));
  router.implement(exportConversions, ({ principal, query }) => conversions.file(principal, query));
  router.implement(readConversion, ({ principal, params }) => detail.read(principal, params.id));
  router.implement(attributeConversion, ({ principal, params, body }) =>
    attribution.attribute(principal, params.id, body),
  );
  router.implement(readConversionContact, ({ principal, params }) => contact.read(principal, params.id));
  router.implement(readConversionBuyer, ({ principal, params }) => contact.buyer(principal, params.id));
  changedConversionRoute(router, deps);
}
