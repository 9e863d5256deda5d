// Money as a whole number of ten-thousandths, the unit of the tables. Sums are exact and do not use the product's own arithmetic.

const DIGITS = 4;

/** '97.9' → 979000n. */
export function unitsOf(decimal: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(decimal) ?? [];
  const units = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -units : units;
}

/** 979000n → '97.9000'. */
export function decimalOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
}
