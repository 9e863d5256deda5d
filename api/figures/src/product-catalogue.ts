// The products of a tenant: which ids of checkouts are one to it. Looked up when figures are asked for, so that no row is written again.
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { Product } from '@tracker/schemas/contracts/products.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';

/** By name. */
export async function readProducts(trx: Transaction<Database>): Promise<Product[]> {
  const [products, aliases] = await Promise.all([
    trx
      .selectFrom('products')
      .select(['id', 'name', 'price', 'target_cpa', 'target_roas', 'guarantee_days'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
    trx
      .selectFrom('product_aliases')
      .select(['product_id', 'checkout', 'checkout_product_id', 'added_at'])
      .orderBy('checkout')
      .orderBy('checkout_product_id')
      .execute(),
  ]);
  const byProduct = Map.groupBy(aliases, ({ product_id }) => product_id);
  return products.map(({ id, name, price, target_cpa, target_roas, guarantee_days }) =>
    Product.parse({
      ...{ id, name, price, targetCpa: target_cpa, guaranteeDays: guarantee_days },
      targetRoas: target_roas === null ? null : Number(target_roas),
      aliases: (byProduct.get(id) ?? []).map(({ checkout, checkout_product_id, added_at }) => ({
        ...{ checkout, productId: checkout_product_id, addedAt: added_at.toISOString() },
      })),
    }),
  );
}

export interface Catalogue {
  /** Null: no id of a checkout is in the catalogue, and statements need not look it up. */
  readonly params: CatalogueParams | null;
  readonly names: ReadonlyMap<string, string>;
  /** The product as each checkout has it. */
  aliasesOf(productId: string): readonly string[];
  /** The products that a checkout's id has become part of: a link to the id asks for them. */
  productsOf(checkoutProductId: string): readonly string[];
  /** What a setting for a product holds for, as conversions have it. */
  idsOf(productId: string): readonly string[];
}

/** Bound by statements: the product of each alias, at the same place. */
export interface CatalogueParams {
  readonly productAliases: string[];
  readonly aliasedTo: string[];
}

/** As `aliasSql` makes it of a row. */
const aliasText = (checkout: string, productId: string): string => `${checkout}\n${productId}`;

/** As SQL, of the columns of a row. */
export const aliasSql = (checkout: string, product: string): string => `concat(${checkout}, '\\n', ${product})`;

/** What people know a product by, as SQL. */
export const catalogueProductSql = (checkout: string, product: string): string =>
  `transform(${aliasSql(checkout, product)}, {productAliases:Array(String)}, {aliasedTo:Array(String)}, ${product})`;

export function catalogueOf(products: readonly Product[]): Catalogue {
  const aliases = products.flatMap(({ id, aliases: own }) => own.map((alias) => ({ ...alias, of: id })));
  const ids = Map.groupBy(aliases, ({ of }) => of);
  const byCheckoutId = Map.groupBy(aliases, ({ productId }) => productId);
  return {
    params:
      aliases.length === 0
        ? null
        : {
            productAliases: aliases.map(({ checkout, productId }) => aliasText(checkout, productId)),
            aliasedTo: aliases.map(({ of }) => of),
          },
    names: new Map(products.map(({ id, name }) => [id, name])),
    aliasesOf: (productId) => (ids.get(productId) ?? []).map((alias) => aliasText(alias.checkout, alias.productId)),
    productsOf: (id) => [...new Set((byCheckoutId.get(id) ?? []).map(({ of }) => of))],
    idsOf: (productId) => ids.get(productId)?.map((alias) => alias.productId) ?? [productId],
  };
}

export const NO_CATALOGUE: Catalogue = catalogueOf([]);

export const readCatalogue = async (postgres: Postgres, tenantId: TenantId): Promise<Catalogue> =>
  catalogueOf(await postgres.withTenant(tenantId, readProducts));
