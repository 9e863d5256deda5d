import { readGeography } from '@tracker/schemas/contracts/geography.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { GeographyService } from './service.ts';

export function geographyRoutes(router: ContractRouter, geography: GeographyService): void {
  router.implement(readGeography, ({ principal, query }) => geography.read(principal, query));
}
