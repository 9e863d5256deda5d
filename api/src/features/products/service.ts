import { readProducts } from '@tracker/figures/product-catalogue';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import {
  type NewProduct,
  PRODUCT_ALIASES_MAX,
  PRODUCTS_MAX,
  type Product,
  type ProductAlias,
  type ProductChange,
} from '@tracker/schemas/contracts/products.contract';
import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Person, Principal } from '../../http/access.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { record } from '../../store/audit.ts';
import { changeLocked } from '../../store/taken-name.ts';

export interface ProductService {
  list(principal: Principal): Promise<Product[]>;
  /** 409 for an id of a checkout that another product has, and beyond the limits. */
  create(person: Person, product: NewProduct): Promise<Product>;
  change(person: Person, id: string, change: ProductChange): Promise<Product>;
  remove(person: Person, id: string): Promise<void>;
}

export interface ProductDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
}

export function createProductService({ postgres, clock }: ProductDeps): ProductService {
  /** One change of a tenant at a time, and open screens refetch afterwards. */
  async function change<Result>(person: Person, work: (trx: Transaction<Database>) => Promise<Result>) {
    const result = await changeLocked(postgres, person.tenantId, 'products', work);
    await figuresChanged(postgres.sql, [person.tenantId]);
    return result;
  }

  async function one(trx: Transaction<Database>, id: string): Promise<Product> {
    const found = (await readProducts(trx)).find((product) => product.id === id);
    if (!found) throw notFound();
    return found;
  }

  const changed = (person: Person) => ({ changed_by: person.userId, changed_at: new Date(clock.now()) });

  /** All that the product has from now on; those that stay keep their day. */
  async function setAliases(
    trx: Transaction<Database>,
    { tenantId }: Person,
    id: string,
    wanted: readonly ProductAlias[],
  ) {
    const had = (await one(trx, id)).aliases;
    const gone = had.filter((alias) => !wanted.some((other) => isSame(alias, other)));
    const added = wanted.filter((alias) => !had.some((other) => isSame(alias, other)));
    if (gone.length > 0) {
      const isGone = ({ eb, refTuple, tuple }: ExpressionBuilder<Database, 'product_aliases'>) =>
        eb(
          refTuple('checkout', 'checkout_product_id'),
          'in',
          gone.map(({ checkout, productId }) => tuple(checkout, productId)),
        );
      await trx.deleteFrom('product_aliases').where('product_id', '=', id).where(isGone).execute();
    }
    if (added.length === 0) return;
    await trx
      .insertInto('product_aliases')
      .values(
        added.map(({ checkout, productId }) => ({
          ...{ tenant_id: tenantId, product_id: id, checkout, checkout_product_id: productId },
          added_at: new Date(clock.now()),
        })),
      )
      .execute();
    const { count } = await trx
      .selectFrom('product_aliases')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) > PRODUCT_ALIASES_MAX) {
      throw new AppError('too-many-product-ids', { params: { max: PRODUCT_ALIASES_MAX } });
    }
  }

  return {
    list: ({ tenantId }) => postgres.withTenant(tenantId, readProducts),

    create: (person, product) =>
      change(person, async (trx) => {
        if ((await readProducts(trx)).length >= PRODUCTS_MAX) {
          throw new AppError('too-many-products', { params: { max: PRODUCTS_MAX } });
        }
        const id = randomId('pr');
        await trx
          .insertInto('products')
          .values({
            ...{ tenant_id: person.tenantId, id, name: product.name, price: product.price ?? null },
            ...{ target_cpa: product.targetCpa ?? null, target_roas: product.targetRoas ?? null },
            ...{ guarantee_days: product.guaranteeDays ?? null, ...changed(person) },
          })
          .execute();
        await setAliases(trx, person, id, product.aliases ?? []);
        const stored = await one(trx, id);
        await record(trx, person, 'product.create', detailsOf(stored));
        return stored;
      }),

    change: (person, id, given) =>
      change(person, async (trx) => {
        const before = await one(trx, id);
        assertUnchanged(given, before);
        await trx
          .updateTable('products')
          .set({
            ...(given.name !== undefined && { name: given.name }),
            ...(given.price !== undefined && { price: given.price }),
            ...(given.targetCpa !== undefined && { target_cpa: given.targetCpa }),
            ...(given.targetRoas !== undefined && { target_roas: given.targetRoas }),
            ...(given.guaranteeDays !== undefined && { guarantee_days: given.guaranteeDays }),
            ...changed(person),
          })
          .where('id', '=', id)
          .execute();
        if (given.aliases) await setAliases(trx, person, id, given.aliases);
        const stored = await one(trx, id);
        await record(trx, person, 'product.edit', { ...detailsOf(stored), before: detailsOf(before) });
        return stored;
      }),

    remove: (person, id) =>
      change(person, async (trx) => {
        const gone = await one(trx, id);
        const cost = await trx.selectFrom('costs').select('id').where('product_id', '=', id).executeTakeFirst();
        if (cost) throw new AppError('product-has-cost');
        await trx.deleteFrom('products').where('id', '=', id).execute();
        await record(trx, person, 'product.remove', detailsOf(gone));
      }),
  };
}

const isSame = (one: ProductAlias, other: ProductAlias): boolean =>
  one.checkout === other.checkout && one.productId === other.productId;

/** For the audit log, whose rows are never changed. */
const detailsOf = ({ aliases, ...product }: Product) => ({
  ...product,
  aliases: aliases.map(({ checkout, productId }) => `${checkout} ${productId}`),
});
