import type { Mail, Mailer } from '@tracker/infra/mail/mailer';
import type { Database } from '@tracker/infra/postgres/database';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { AccountMailTexts } from '@tracker/schemas/texts/account-mail';
import type { Transaction } from 'kysely';
import type { MailedLink, Sender, SignInThrottle } from '../http/throttle.ts';
import { actionLink, escaped, page } from './page.ts';

/** The administrators of the tenant to whom the product mails by itself: those who proved their address. */
export const administratorsToMail = (trx: Transaction<Database>): Promise<{ email: string }[]> =>
  trx.selectFrom('users').select('email').where('role', '=', 'admin').where('confirmed_at', 'is not', null).execute();

export type WarningKind = 'new-browser' | 'second-factor' | 'quota' | 'sales-without-key';

/** Nothing waits for a mail, so that an answer takes the same time with and without one. One that cannot be sent is dropped with a line in the log. */
export interface AccountMails {
  /** False without a mail server. */
  readonly isOn: boolean;
  /** Of what was done with the account: nothing that strangers do takes its place. */
  warn(to: string, kind: WarningKind, texts: AccountMailTexts): void;
  /** A link that somebody asked for. `make` is called once the mail is within the limits of its receiver and of the sender. */
  sendLink(
    link: MailedLink,
    sender: Sender,
    make: () => Promise<{ readonly texts: AccountMailTexts; readonly url: string }>,
  ): void;
}

export interface AccountMailsDeps {
  readonly mailer: Mailer | undefined;
  readonly throttle: SignInThrottle;
  readonly logger: Logger;
}

export function createAccountMails({ mailer, throttle, logger }: AccountMailsDeps): AccountMails {
  async function sendLater(
    to: string,
    mayBeSent: () => Promise<boolean>,
    make: () => Promise<{ readonly texts: AccountMailTexts; readonly url?: string }>,
  ): Promise<void> {
    if (!mailer) return;
    try {
      if (!(await mayBeSent())) throw Object.assign(new Error(), { code: 'limit' });
      const { texts, url } = await make();
      await mailer.send({ to, ...accountMail(texts, url) });
    } catch (error) {
      // A mail server's own words may quote the address that was written to.
      const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
      const reason = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
      logger.warn({ event: 'account.mail.failed', reason }, 'mail about an account not sent; it is not tried again');
    }
  }

  return {
    isOn: mailer !== undefined,
    warn: (to, kind, texts) =>
      void sendLater(
        to,
        () => throttle.countWarning(kind, to.toLowerCase()),
        async () => ({ texts }),
      ),
    sendLink: (link, sender, make) => void sendLater(link.receiver, () => throttle.countLink(link, sender), make),
  };
}

function accountMail(
  { subject, heading, paragraphs, action }: AccountMailTexts,
  url: string | undefined,
): Omit<Mail, 'to'> {
  const link = action !== undefined && url !== undefined ? { action, url } : undefined;
  return {
    subject,
    text: [heading, ...(link ? [`${link.action}:\n${link.url}`] : []), ...paragraphs].join('\n\n'),
    html: page(escaped(heading), [
      `<p style="margin:0 0 16px;font-size:18px;font-weight:600">${escaped(heading)}</p>`,
      ...(link ? [actionLink(escaped(link.action), link.url)] : []),
      ...paragraphs.map((paragraph) => `<p style="margin:0 0 8px;color:#525866">${escaped(paragraph)}</p>`),
    ]),
  };
}
