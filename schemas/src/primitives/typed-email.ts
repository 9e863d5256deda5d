import { z } from 'zod';
import { withoutUnseen } from './unseen.ts';

/** The longest address that SMTP can deliver to. */
export const EMAIL_LENGTH_MAX = 254;

/**
 * An e-mail address as it reads: composed letters, and nothing that came with a copy and that no person sees. A domain with letters beyond ASCII is written as
 * mail servers know it ('ação.com' is 'xn--ao-siap.com'): both are one address (ADR 178).
 */
export function readEmail(text: string): string {
  const email = withoutUnseen(text.normalize('NFC')).trim();
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return at > 0 && /[^\0-\x7f]/.test(domain) ? email.slice(0, at) + asciiOf(domain) : email;
}

function asciiOf(domain: string): string {
  // What has more than a domain stays, and is no address.
  if (/[\s/\\?#:@[\]%]/.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** One `@`, a domain with a dot, nothing that could split a header, of any person's typing. Whether anybody reads it, no syntax shows. */
export function isEmail(typed: string): boolean {
  const text = readEmail(typed);
  if (text.length > EMAIL_LENGTH_MAX) return false;
  const at = text.indexOf('@');
  if (at < 1 || at > 64 || /[\s,;:<>()[\]\\"@]/.test(text.slice(0, at))) return false;
  return /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u.test(text.slice(at + 1));
}

/** At most `lengthMax` characters as typed. */
export const typedEmail = (lengthMax = EMAIL_LENGTH_MAX, message?: string) =>
  z.string().max(lengthMax, message).transform(readEmail);
