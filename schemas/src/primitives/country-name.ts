const displayNames = new Intl.DisplayNames(['pt-BR'], { type: 'region' });
/** Cached: there are some 250 countries, and asking Intl costs more than looking an address up. */
const names = new Map<string, string>();

/** 'DE' → 'Alemanha'; '' for what is no country. */
export function countryName(countryCode: string): string {
  const known = names.get(countryCode);
  if (known !== undefined) return known;
  if (!/^[A-Z]{2}$/.test(countryCode)) return '';
  const found = displayNames.of(countryCode);
  const name = found === undefined || found === countryCode ? '' : found;
  names.set(countryCode, name);
  return name;
}
