/** A sentence for each code of a closed list, built from the parameters that are stored with the code. */
export type Texts<Coded extends { readonly code: string }, Context extends unknown[] = []> = {
  readonly [Code in Coded['code']]: (params: Extract<Coded, { readonly code: Code }>, ...context: Context) => string;
};

export const textOf = <Coded extends { readonly code: string }, Context extends unknown[]>(
  texts: Texts<Coded, Context>,
  coded: Coded,
  ...context: Context
): string => texts[coded.code as Coded['code']](coded as never, ...context);
