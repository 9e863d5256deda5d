import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import { type MailProblem, mailProblemOf } from './mail-problem.ts';
import type { Mailer } from './mailer.ts';

export interface SmtpOptions {
  /** `smtp://` (upgraded to TLS when the server can) or `smtps://`; with `user:password@` when it wants them. */
  readonly url: string;
  /** What From holds: an address, or `Name <address>`. */
  readonly from: string;
  /** The whole sending, from the look-up of the host to the server's word. A person waits for it at their screen. */
  readonly deadlineMs?: number;
  /** The certificate (PEM) of the authority of the server, where it is not a public one. */
  readonly ca?: string | undefined;
}

const DEADLINE_MS = 8_000;

/** Undefined without SMTP_URL: links are then shown on the screen instead. */
export const openMailer = ({ smtpUrl, smtpCa, mailFrom }: Config, publicUrl: string): Mailer | undefined =>
  smtpUrl === undefined
    ? undefined
    : createSmtpMailer({ url: smtpUrl, ca: smtpCa, from: mailFrom ?? senderOf(publicUrl) });

/** A connection for each mail: they are few, and a kept one would be the one that the server closed meanwhile. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { from, deadlineMs = DEADLINE_MS } = options;
  return {
    async send({ to, ...content }) {
      const transport = transportOf(options);
      // As an object, the address is one address with any signs in it. The deadline is the signal's: a time-out of the
      // connection starts again with every word of the server, and a slow one would hold us for ever.
      await transport.sendMail({
        ...content,
        from,
        to: { name: '', address: to },
        signal: AbortSignal.timeout(deadlineMs),
      });
    },
  };
}

/** Connects and signs in, and sends nothing. Undefined: the server is ready to take a mail. */
export async function checkMailServer(options: Omit<SmtpOptions, 'from'>): Promise<MailProblem | undefined> {
  const transport = transportOf(options);
  const { deadlineMs = DEADLINE_MS } = options;
  try {
    return await withTimeout<MailProblem | undefined>(
      deadlineMs,
      transport.verify().then(() => undefined),
      () => 'hangs',
    );
  } catch (error) {
    return mailProblemOf(error);
  } finally {
    transport.close();
  }
}

function transportOf({ url, ca, deadlineMs = DEADLINE_MS }: Omit<SmtpOptions, 'from'>) {
  return createTransport({
    url,
    requireTLS: sendsPassword(url),
    connectionTimeout: deadlineMs,
    // A mail server of this machine has a certificate that it made itself, and no one is in between.
    ...(isHere(url) ? { tls: { rejectUnauthorized: false } } : ca !== undefined && { tls: { ca } }),
    // Nothing of a mail is ever fetched from a disk or another server.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A password goes over the wire only encrypted, except to this very machine. */
const sendsPassword = (url: string): boolean => new URL(url).username !== '' && !isHere(url);

function isHere(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The sender when none is set: an address of the host that people know the product by. */
export function senderOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return `Traffic Tracker <nao-responda@${isName ? hostname : 'localhost'}>`;
}
