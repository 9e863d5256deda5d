import type { ClickHouse } from '@tracker/infra/clickhouse/client';
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
import type { AttributionService } from './attribution.ts';
import type { ConversionContactService } from './contact.ts';
import type { ConversionDetailService } from './detail.ts';
import type { ConversionService } from './service.ts';
import { readConversionsSetAside } from './set-aside.ts';

export function conversionRoutes(
  router: ContractRouter,
  conversions: ConversionService,
  detail: ConversionDetailService,
  attribution: AttributionService,
  contact: ConversionContactService,
  clickhouse: ClickHouse,
): void {
  router.implement(listConversions, async ({ principal, query, request, reply }) =>
    sendPage(await conversions.list(principal, query), request, reply),
  );
  router.implement(readConversionTotals, ({ principal, query }) => conversions.totals(principal, query));
  router.implement(listConversionsSetAside, ({ principal }) => readConversionsSetAside(clickhouse, principal));
  router.implement(exportConversions, ({ principal, query }) => conversions.file(principal, query));
  router.implement(readConversion, ({ principal, params }) => detail.read(principal, params.id));
  router.implement(attributeConversion, ({ principal, params, body }) =>
    attribution.attribute(principal, params.id, body),
  );
  router.implement(readConversionContact, ({ principal, params }) => contact.read(principal, params.id));
  router.implement(readConversionBuyer, ({ principal, params }) => contact.buyer(principal, params.id));
}
