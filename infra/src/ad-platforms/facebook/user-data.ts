// A buyer as the ad platform wants them: each field in its one form, then SHA-256, so that it recognizes the people it knows and
// learns of no others. (Customer Information Parameters of its documentation.)
import { createHash } from 'node:crypto';
import type { Buyer } from '@tracker/schemas/privacy/buyer';

export type UserData = Readonly<Record<string, string | readonly string[]>>;

/** Only what is known. */
export function hashedBuyer(buyer: Buyer): UserData {
  const fields = {
    em: buyer.email.toLowerCase(),
    ph: buyer.phone,
    fn: name(buyer.firstName),
    ln: name(buyer.lastName),
    ct: place(buyer.city),
    st: place(buyer.state),
    zp: buyer.zip.toLowerCase().replace(/[\s-]/g, ''),
    country: countryOf(buyer),
  };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, text]) => text !== '')
      .map(([field, text]) => [field, [createHash('sha256').update(text).digest('hex')]]),
  );
}

/** Lower case without punctuation; accents stay, as UTF-8. */
const name = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .trim()
    .normalize('NFC');

/** Lower case without punctuation, spaces and accents. */
const place = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const BRAZILIAN_STATES = new Set(
  'ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to'.split(' '),
);

/** Checkouts write countries in many ways; what is Brazilian shows it elsewhere too. */
function countryOf({ phone, state, zip }: Buyer): string {
  const isAddressOfBrazil = BRAZILIAN_STATES.has(place(state)) && /^\d{5}-?\d{3}$/.test(zip);
  return phone.startsWith('55') || isAddressOfBrazil ? 'br' : '';
}
