import {
  importConversions,
  listConversionImports,
  undoConversionImport,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createConversionImportService } from './service.ts';

export function conversionImportRoutes(
  router: ContractRouter,
  deps: Parameters<typeof createConversionImportService>[0],
): void {
  const imports = createConversionImportService(deps);
  router.implement(importConversions, ({ principal, query, body }) => imports.importFile(principal, body, query));
  router.implement(listConversionImports, ({ principal }) => imports.listImports(principal));
  router.implement(undoConversionImport, ({ principal, params }) => imports.undoImport(principal, params.importId));
}
