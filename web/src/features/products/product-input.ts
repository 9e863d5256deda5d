import { NewProduct, type Product, type ProductAlias } from '@tracker/schemas/contracts/products.contract';
import type { z } from 'zod';
import { mistakesIn } from '../../data/mistakes.ts';
import { decimalOf, WRONG_DECIMAL } from '../../format/typed-decimals.ts';

/** Texts, as typed. */
export interface ProductInput {
  name: string;
  price: string;
  targetCpa: string;
  targetRoas: string;
  guaranteeDays: string;
  aliases: readonly ProductAlias[];
}
export type ProductErrors = Partial<Record<keyof ProductInput, string>>;

const written = (amount: string | number | null) => amount?.toString().replace('.', ',') ?? '';

type Known = Pick<Product, 'name' | 'price' | 'targetCpa' | 'targetRoas' | 'guaranteeDays'> & {
  readonly aliases: readonly ProductAlias[];
};
export const NEW_PRODUCT: Known = {
  ...{ name: '', price: null, targetCpa: null, targetRoas: null, guaranteeDays: null, aliases: [] },
};

export const inputOf = (product: Known): ProductInput => ({
  name: product.name,
  price: written(product.price),
  targetCpa: written(product.targetCpa),
  targetRoas: written(product.targetRoas),
  guaranteeDays: product.guaranteeDays?.toString() ?? '',
  aliases: product.aliases.map(({ checkout, productId }) => ({ checkout, productId })),
});

type Parsed = { body: z.input<typeof NewProduct>; errors?: never } | { body?: never; errors: ProductErrors };

/** What is left empty is null, so that a change takes it away. */
export function productOf(input: ProductInput): Parsed {
  const [price, targetCpa, targetRoas] = [input.price, input.targetCpa, input.targetRoas].map(decimalOf);
  const days = input.guaranteeDays.trim();
  const guaranteeDays = days === '' ? null : Number(days);
  const body = {
    ...{ name: input.name, price: price ?? null, targetCpa: targetCpa ?? null, targetRoas: targetRoas ?? null },
    ...{ guaranteeDays, aliases: [...input.aliases] },
  };
  const { error } = NewProduct.safeParse(body);
  if (!error) return { body };
  const isWrong = (field: 'price' | 'targetCpa' | 'targetRoas') => body[field] === WRONG_DECIMAL;
  return {
    errors: {
      ...mistakesIn(error),
      ...(isWrong('price') && { price: 'Informe o preço, como 297,00.' }),
      ...(isWrong('targetCpa') && { targetCpa: 'Informe a meta, como 45,00.' }),
      ...(isWrong('targetRoas') && { targetRoas: 'Informe a meta, como 2,5.' }),
      ...(Number.isNaN(guaranteeDays) && { guaranteeDays: 'Informe um número inteiro de dias.' }),
    },
  };
}
