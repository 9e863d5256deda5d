import type { Mail, Mailer } from '../mail/mailer.ts';
import type { Delivered } from './delivered.ts';

/** Never rejects. */
export async function deliverMail(mailer: Mailer | undefined, mail: Mail): Promise<Delivered> {
  if (!mailer) return { kind: 'failed', reason: 'off', isAway: true };
  try {
    await mailer.send(mail);
    return { kind: 'sent' };
  } catch (error) {
    // A mail server's own words may quote the address that was written to.
    const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
    const reason = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
    // Of the address or the text, and not of our password or the connection.
    const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (isOfMail && Number(responseCode) >= 500) return { kind: 'refused', reason };
    return { kind: 'failed', reason, isAway: !isOfMail };
  }
}
