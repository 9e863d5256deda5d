import type { Config } from '../config/config.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer, senderOf } from './smtp-mailer.ts';

/** Undefined without SMTP_URL: links are then shown on the screen instead. */
export const openMailer = ({ smtpUrl, mailFrom }: Config, publicUrl: string): Mailer | undefined =>
  smtpUrl === undefined ? undefined : createSmtpMailer({ url: smtpUrl, from: mailFrom ?? senderOf(publicUrl) });
