const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** A scale of counts from zero to at least `top`, in equal steps of whole numbers: its labels never repeat, and two such scales have the same lines. */
export function evenScale(top: number, splits: number): { max: number; interval: number } {
  const needed = Math.max(1, top / splits);
  const magnitude = 10 ** Math.floor(Math.log10(needed));
  const step = STEPS.find((one) => one * magnitude >= needed && Number.isInteger(one * magnitude)) ?? 10;
  const interval = step * magnitude;
  return { max: interval * splits, interval };
}
