import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Mailer } from './mailer.ts';

export interface SmtpOptions {
  /** `smtp://` (upgraded to TLS when the server can) or `smtps://`; with `user:password@` when it wants them. */
  readonly url: string;
  /** What From holds: an address, or `Name <address>`. */
  readonly from: string;
  /** The whole sending, from the look-up of the host to the server's word. A person waits for it at their screen. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 8_000;

/** Undefined without SMTP_URL: links are then shown on the screen instead. */
export const openMailer = ({ smtpUrl, mailFrom }: Config, publicUrl: string): Mailer | undefined =>
  smtpUrl === undefined ? undefined : createSmtpMailer({ url: smtpUrl, from: mailFrom ?? senderOf(publicUrl) });

/** A connection for each mail: they are few, and a kept one would be the one that the server closed meanwhile. */
export function createSmtpMailer({ url, from, deadlineMs = DEADLINE_MS }: SmtpOptions): Mailer {
  return {
    async send({ to, ...content }) {
      const transport = createTransport({
        url,
        requireTLS: sendsPassword(url),
        connectionTimeout: deadlineMs,
        // Nothing of a mail is ever fetched from a disk or another server.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
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

/** A password goes over the wire only encrypted, except to this very machine. */
function sendsPassword(url: string): boolean {
  const { username, hostname } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return username !== '' && !isHere;
}

/** The sender when none is set: an address of the host that people know the product by. */
export function senderOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return `Traffic Tracker <nao-responda@${isName ? hostname : 'localhost'}>`;
}
