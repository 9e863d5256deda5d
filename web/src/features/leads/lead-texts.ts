import type { Lead, LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import { placeName } from '@tracker/schemas/primitives/place-name';
import type { BadgeLook } from '../../ui/badge.tsx';

/** Specification §4. */
export const STATUSES: Record<LeadStatus, { label: string; look: BadgeLook }> = {
  new: { label: 'Novo', look: 'blue' },
  contacted: { label: 'Contatado', look: 'warn' },
  qualified: { label: 'Qualificado', look: 'secondary' },
  converted: { label: 'Convertido', look: 'good' },
  lost: { label: 'Perdido', look: 'red' },
};

export const STATUS_OPTIONS = (Object.keys(STATUSES) as LeadStatus[]).map((value) => ({
  value,
  label: STATUSES[value].label,
}));

/** How clicks without a source are called (specification §2.8). */
export const sourceLabel = (source: string): string => (source === 'direct' ? 'Direct' : source);

/** City and country, or the country alone; nothing without a country (specification §2.15). */
export function locationOf({ city, country }: Pick<Lead, 'city' | 'country'>): string | undefined {
  if (country === null) return undefined;
  return city === null ? country : `${placeName(city, country)}, ${country}`;
}

/** The end of a click id, which is the part that differs (specification §9). */
export const shortClickId = (clickId: string): string => clickId.slice(-8);

/** Rounded percentage of converted leads among all leads; 0 if none converted (specification §5). */
export const leadConversionRate = (converted: number, total: number): number =>
  total > 0 ? Math.round((converted / total) * 100) : 0;

/** For `tel:`; undefined when there is nothing to dial. */
export function dialNumber(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 8) return undefined;
  return phone.trim().startsWith('+') ? `+${digits}` : digits;
}

/**
 * For WhatsApp, which wants the country code: a Brazilian number with its area code gets the 55, one that was written with '+' or
 * '00' is as it is. Undefined for a number without an area code, since its region is unknown.
 */
export function whatsAppNumber(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return digits.length >= 10 ? digits : undefined;
  if (digits.startsWith('00')) return digits.length >= 12 ? digits.slice(2) : undefined;
  const national = digits.replace(/^0/, '');
  if (national.length === 10 || national.length === 11) return `55${national}`;
  return /^55\d{10,11}$/.test(national) ? national : undefined;
}
