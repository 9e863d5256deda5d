import { readGeography } from '@tracker/schemas/contracts/geography.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createGeographyService } from './service.ts';

export function geographyRoutes(router: ContractRouter, deps: Parameters<typeof createGeographyService>[0]): void {
  const geography = createGeographyService(deps);
  router.implement(readGeography, ({ principal, query }) => geography.read(principal, query));
}
