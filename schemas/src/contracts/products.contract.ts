import { z } from 'zod';
import { CheckoutId } from '../checkouts/registry.ts';
import { Money } from '../primitives/money.ts';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';
import { EnteredAmount } from './spend.contract.ts';
import { withSeen } from './with-seen.ts';

/** The catalogue: which products of checkouts are one to the tenant. */

export const PRODUCTS_MAX = 500;
/** Of all products together: each row of a conversion is compared with them. */
export const PRODUCT_ALIASES_MAX = 2_000;
/** Of one product. */
export const IDS_OF_PRODUCT_MAX = 200;
const GUARANTEE_DAYS_MAX = 365;

/** Product of a checkout: its id there; one without an id goes by its name. */
export const ProductAlias = z.object({
  checkout: CheckoutId,
  productId: z.string().trim().min(1, 'Informe o ID do produto no checkout.').max(256),
});
export type ProductAlias = z.output<typeof ProductAlias>;

const amount = z.union([z.string(), z.number()]).transform(String).pipe(EnteredAmount);
const target = amount.refine((text) => Number(text) > 0, 'A meta deve ser maior que zero.');

const values = {
  name: z.string().trim().min(1, 'Informe o nome do produto.').max(120, 'O nome pode ter até 120 caracteres.'),
  /** In BRL, as `targetCpa`. May also be a JSON number. */
  price: amount.nullable(),
  targetCpa: target.nullable(),
  targetRoas: target.refine((text) => Number(text) <= 10_000, 'A meta de ROAS vai até 10.000.').nullable(),
  guaranteeDays: z
    .int('Informe um número inteiro de dias.')
    .min(0)
    .max(GUARANTEE_DAYS_MAX, `A garantia pode ter até ${GUARANTEE_DAYS_MAX} dias.`)
    .nullable(),
  aliases: z
    .array(ProductAlias)
    .max(IDS_OF_PRODUCT_MAX, `Um produto pode ter até ${IDS_OF_PRODUCT_MAX} IDs.`)
    .refine((all) => new Set(all.map((one) => JSON.stringify(one))).size === all.length, 'Um ID está repetido.'),
};

export const NewProduct = z.object({
  name: values.name,
  price: values.price.optional(),
  targetCpa: values.targetCpa.optional(),
  targetRoas: values.targetRoas.optional(),
  guaranteeDays: values.guaranteeDays.optional(),
  aliases: values.aliases.optional(),
});
export type NewProduct = z.output<typeof NewProduct>;

/** A field that is left out stays; null empties it. `aliases` are all that it has from now on. */
export const ProductChange = withSeen(NewProduct.partial());
export type ProductChange = z.output<typeof ProductChange>;

export const Product = z.object({
  id: z.string(),
  name: z.string(),
  price: Money.nullable(),
  targetCpa: Money.nullable(),
  targetRoas: z.number().nullable(),
  guaranteeDays: z.int().nullable(),
  aliases: z.array(ProductAlias.extend({ addedAt: Instant })),
});
export type Product = z.infer<typeof Product>;

export const listProducts = defineContract('products.list', 'GET /api/products', 'viewer', {
  summary: 'The company’s products by name, each with its ids at the checkouts.',
  response: z.array(Product),
});

export const createProduct = defineContract('products.create', 'POST /api/products', 'editor', {
  creates: true,
  summary: `Adds a product; at most ${PRODUCTS_MAX}, with ${PRODUCT_ALIASES_MAX} ids in all. Figures of all days show its ids as one product at once; no sum changes. 409 for an id that another product has.`,
  body: NewProduct,
  status: 201,
  response: Product,
});

const params = z.object({ id: z.string().max(80) });

export const changeProduct = defineContract('products.change', 'PATCH /api/products/:id', 'editor', {
  summary: 'Changes a product, for all days.',
  params,
  body: ProductChange,
  response: Product,
});

export const removeProduct = defineContract('products.remove', 'DELETE /api/products/:id', 'editor', {
  summary: 'Removes a product: its ids are products of their own again. 409 while a cost names it.',
  params,
});
