// The page belongs to our customer: no error of this script may reach it.

/** The result of `work`, or the fallback when it throws. Cookies and storage throw where the browser blocks them. */
export function attempt<Value>(work: () => Value): Value | undefined;
export function attempt<Value>(work: () => Value, otherwise: Value): Value;
export function attempt<Value>(work: () => Value, otherwise?: Value): Value | undefined {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** The same function, silent when it fails: for everything that the page or the browser calls. */
export const guarded =
  <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args): Result | undefined =>
    attempt(() => work(...args));
