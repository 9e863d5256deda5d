import type { Example } from './example.ts';
import type { CheckoutId } from './registry.ts';

/** A screen loads the examples of the checkout that a person looks at. */
export const loadExamples = async (checkout: CheckoutId): Promise<readonly Example[]> =>
  ((await import(`./${checkout}/examples.ts`)) as { readonly examples: readonly Example[] }).examples;
