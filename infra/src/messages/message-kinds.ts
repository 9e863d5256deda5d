// All messages to people on one page: what each says, for how long it is worth sending, and by which channel. A new one is an entry here and its
// sentences in schemas/src/texts.
import { InvitedRole } from '@tracker/schemas/contracts/people.contract';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { TimeZone } from '@tracker/schemas/primitives/time';
import {
  confirmTexts,
  newBrowserTexts,
  quotaTexts,
  resetTexts,
  secondFactorTexts,
  unverifiedLimitTexts,
} from '@tracker/schemas/texts/account-mail';
import { z } from 'zod';
import { accountMail } from '../mail/account-mail.ts';
import { inviteMail } from '../mail/invite-mail.ts';
import type { Mail } from '../mail/mailer.ts';

interface MailKind<Params extends z.ZodObject> {
  readonly channel: 'mail';
  readonly params: Params;
  /** Retried for so long; then it is given up. */
  readonly livesMs: number;
  readonly mailOf: (params: z.output<Params>) => Omit<Mail, 'to'>;
}

const mail = <Params extends z.ZodObject>(kind: Omit<MailKind<Params>, 'channel'>): MailKind<Params> => ({
  channel: 'mail',
  ...kind,
});

const Moment = z.coerce.date<Date>();

export const MESSAGE_KINDS = {
  /** Its sender waits for it at the screen, and gets the link when it fails. */
  invite: mail({
    params: z.object({
      ...{ tenantName: z.string(), inviterName: z.string(), role: InvitedRole },
      ...{ url: z.string(), expiresAt: Moment, timeZone: TimeZone },
    }),
    livesMs: HOUR_MS,
    mailOf: inviteMail,
  }),
  'reset-link': mail({
    params: z.object({ url: z.string(), until: Moment, timeZone: TimeZone }),
    livesMs: HOUR_MS,
    mailOf: ({ url, ...texts }) => accountMail(resetTexts(texts), url),
  }),
  'confirm-link': mail({
    params: z.object({ url: z.string() }),
    livesMs: 3 * DAY_MS,
    mailOf: ({ url }) => accountMail(confirmTexts(), url),
  }),
  'new-browser': mail({
    params: z.object({
      ...{ at: Moment, timeZone: TimeZone },
      ...{ browser: z.string().nullable(), network: z.string().nullable() },
    }),
    livesMs: 3 * DAY_MS,
    mailOf: (params) => accountMail(newBrowserTexts(params)),
  }),
  'second-factor': mail({
    params: z.object({ change: z.enum(['on', 'off', 'new-codes']), at: Moment, timeZone: TimeZone }),
    livesMs: 3 * DAY_MS,
    mailOf: ({ change, ...params }) => accountMail(secondFactorTexts(change, params)),
  }),
  quota: mail({
    params: z.object({ tenantName: z.string(), events: z.number(), quota: z.number(), percent: z.number() }),
    livesMs: 3 * DAY_MS,
    mailOf: (params) => accountMail(quotaTexts(params)),
  }),
  'unverified-limit': mail({
    params: z.object({ tenantName: z.string(), webhookUrl: z.string() }),
    livesMs: 2 * DAY_MS,
    mailOf: ({ webhookUrl, ...texts }) => accountMail(unverifiedLimitTexts(texts), webhookUrl),
  }),
} as const;

export type MessageKind = keyof typeof MESSAGE_KINDS;

/** A kind with its parameters. */
export type MessageText = {
  [Kind in MessageKind]: { readonly kind: Kind; readonly params: z.input<(typeof MESSAGE_KINDS)[Kind]['params']> };
}[MessageKind];

/** The mail of stored parameters, as `addMessage` wrote them. */
export function mailOf(kind: string, params: unknown): Omit<Mail, 'to'> {
  const { params: schema, mailOf: render } = MESSAGE_KINDS[kind as MessageKind] as unknown as MailKind<z.ZodObject>;
  return render(schema.parse(params));
}
