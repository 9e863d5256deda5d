// All messages to people and programs on one page: what each says, by which channel, for how long it is worth sending, and whether it may wait for
// the end of quiet hours or become one with others. A new one is an entry here and its sentences in schemas/src/texts.
import { InvitedRole } from '@tracker/schemas/contracts/people.contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addMoney, MoneySum, ZERO } from '@tracker/schemas/primitives/money';
import { Instant, TimeZone } from '@tracker/schemas/primitives/time';
import {
  type AccountMailTexts,
  accountChangeTexts,
  changesTexts,
  confirmTexts,
  newBrowserTexts,
  quotaTexts,
  resetTexts,
  unverifiedLimitTexts,
} from '@tracker/schemas/texts/account-mail';
import { manySoldText, oneSoldText } from '@tracker/schemas/texts/push';
import { z } from 'zod';
import { inviteMail } from '../mail/invite-mail.ts';
import type { Mail } from '../mail/mailer.ts';
import { actionLink, escaped, page } from '../mail/page.ts';
import type { PushNotice } from '../push/send-push.ts';
import type { WebhookCall } from './webhook-channel.ts';

function accountMail({ subject, heading, paragraphs, action }: AccountMailTexts, url?: string): Omit<Mail, 'to'> {
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

interface Kind<Params extends z.ZodObject> {
  readonly params: Params;
  /** Retried for so long; then it is given up. */
  readonly livesMs: number;
  /** Also in quiet hours: a person waits for it, or must know it now. */
  readonly isUrgent?: true;
  /** Those to one receiver that could not go out within `afterMs` become one. */
  readonly digest?: {
    readonly afterMs: number;
    readonly join: (several: readonly z.output<Params>[]) => z.output<Params>;
  };
}
interface MailKind<Params extends z.ZodObject> extends Kind<Params> {
  readonly channel: 'mail';
  readonly mailOf: (params: z.output<Params>) => Omit<Mail, 'to'>;
}
interface PushKind<Params extends z.ZodObject> extends Kind<Params> {
  readonly channel: 'push';
  readonly noticeOf: (params: z.output<Params>) => PushNotice;
}
interface WebhookKind<Params extends z.ZodObject> extends Kind<Params> {
  readonly channel: 'webhook';
  readonly callOf: (params: z.output<Params>) => WebhookCall;
}
export type AnyKind = MailKind<z.ZodObject> | PushKind<z.ZodObject> | WebhookKind<z.ZodObject>;
export type Channel = AnyKind['channel'];

const mail = <Params extends z.ZodObject>(kind: Omit<MailKind<Params>, 'channel'>): MailKind<Params> => ({
  channel: 'mail',
  ...kind,
});
const push = <Params extends z.ZodObject>(kind: Omit<PushKind<Params>, 'channel'>): PushKind<Params> => ({
  channel: 'push',
  ...kind,
});
const webhook = <Params extends z.ZodObject>(kind: Omit<WebhookKind<Params>, 'channel'>): WebhookKind<Params> => ({
  channel: 'webhook',
  ...kind,
});

const Moment = z.coerce.date<Date>();

export const MESSAGE_KINDS = {
  /** Its sender waits for it at the screen, and gets the link when it fails. */
  invite: mail({
    isUrgent: true,
    params: z.object({
      ...{ tenantName: z.string(), inviterName: z.string(), role: InvitedRole },
      ...{ url: z.string(), expiresAt: Moment, timeZone: TimeZone },
    }),
    livesMs: HOUR_MS,
    mailOf: inviteMail,
  }),
  'reset-link': mail({
    isUrgent: true,
    params: z.object({ url: z.string(), until: Moment, timeZone: TimeZone }),
    livesMs: HOUR_MS,
    mailOf: ({ url, ...texts }) => accountMail(resetTexts(texts), url),
  }),
  'confirm-link': mail({
    isUrgent: true,
    params: z.object({ url: z.string() }),
    livesMs: 3 * DAY_MS,
    mailOf: ({ url }) => accountMail(confirmTexts(), url),
  }),
  'new-browser': mail({
    isUrgent: true,
    params: z.object({
      ...{ at: Moment, timeZone: TimeZone },
      ...{ browser: z.string().nullable(), network: z.string().nullable() },
    }),
    livesMs: 3 * DAY_MS,
    mailOf: (params) => accountMail(newBrowserTexts(params)),
  }),
  'account-change': mail({
    isUrgent: true,
    params: z.object({ change: z.enum(['on', 'off', 'new-codes', 'password']), at: Moment, timeZone: TimeZone }),
    livesMs: 3 * DAY_MS,
    mailOf: ({ change, ...params }) => accountMail(accountChangeTexts(change, params)),
  }),
  /** Of what lets something in or out, or moves visitors or money (schemas/src/effects.ts). */
  changes: mail({
    isUrgent: true,
    params: z.object({
      ...{ tenantName: z.string(), timeZone: TimeZone, auditUrl: z.string(), others: z.number() },
      changes: z.array(z.object({ at: Moment, sentence: z.string() })),
    }),
    livesMs: 3 * DAY_MS,
    mailOf: ({ auditUrl, ...texts }) => accountMail(changesTexts(texts), auditUrl),
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
  /** On a device; of one conversion, or of several that are sent together. */
  conversions: push({
    params: z.object({
      count: z.number(),
      /** One for each currency. */
      sums: z.array(z.object({ currency: z.string(), value: MoneySum })),
      ...{ product: z.string().nullable(), campaign: z.string().nullable() },
      ...{ tag: z.string(), path: z.string() },
    }),
    livesMs: 7 * DAY_MS,
    digest: {
      afterMs: 30 * MINUTE_MS,
      join(several) {
        const sums = new Map<string, MoneySum>();
        for (const { currency, value } of several.flatMap((one) => one.sums)) {
          sums.set(currency, addMoney(sums.get(currency) ?? ZERO, value));
        }
        const [first] = several;
        return {
          count: several.reduce((sum, { count }) => sum + count, 0),
          sums: [...sums].map(([currency, value]) => ({ currency, value })),
          ...{ product: null, campaign: null, tag: first?.tag ?? '', path: first?.path ?? '/' },
        };
      },
    },
    noticeOf({ count, sums, product, campaign, tag, path }) {
      const [sum] = sums;
      const text = count === 1 && sum ? oneSoldText({ ...sum, product, campaign }) : manySoldText(count, sums);
      return { ...text, tag, path };
    },
  }),
  /** To a program of the tenant. */
  event: webhook({
    params: z.object({
      type: z.string(),
      timestamp: Instant,
      data: z.record(z.string(), z.json()),
      secret: z.string(),
    }),
    livesMs: DAY_MS,
    callOf: ({ secret, ...body }) => ({ secret, body }),
  }),
} as const;

export type MessageKind = keyof typeof MESSAGE_KINDS;

/** A kind with its parameters. */
export type MessageText = {
  [Kind in MessageKind]: { readonly kind: Kind; readonly params: z.input<(typeof MESSAGE_KINDS)[Kind]['params']> };
}[MessageKind];

const entries = Object.entries(MESSAGE_KINDS) as unknown as readonly [string, AnyKind][];

/** Undefined: of another version of the product. */
export const kindOf = (name: string): AnyKind | undefined => entries.find(([known]) => known === name)?.[1];

export const kindsOf = (channel: Channel): string[] =>
  entries.flatMap(([name, kind]) => (kind.channel === channel ? [name] : []));

/** Those that wait for the end of quiet hours. */
export const QUIET_KINDS = entries.flatMap(([name, { isUrgent }]) => (isUrgent ? [] : [name]));
