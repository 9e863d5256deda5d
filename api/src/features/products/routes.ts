import {
  changeProduct,
  createProduct,
  listProducts,
  removeProduct,
} from '@tracker/schemas/contracts/products.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createProductService } from './service.ts';

export function productRoutes(router: ContractRouter, deps: Parameters<typeof createProductService>[0]): void {
  const products = createProductService(deps);
  router.implement(listProducts, ({ principal }) => products.list(principal));
  router.implement(createProduct, ({ principal, body }) => products.create(principal, body));
  router.implement(changeProduct, ({ principal, params, body }) => products.change(principal, params.id, body));
  router.implement(removeProduct, ({ principal, params }) => products.remove(principal, params.id));
}
