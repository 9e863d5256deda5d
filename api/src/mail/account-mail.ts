import type { MessageText } from '@tracker/infra/messages/message-kinds';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { CurrentUser } from '@tracker/schemas/contracts/auth.contract';
import type { UserId } from '@tracker/schemas/primitives/ids';
import type { MailedLink, Sender, SignInThrottle } from '../http/throttle.ts';

/** Nothing waits for a mail, so that an answer takes the same time with and without one. The worker sends it, and tries again where it must. */
export interface AccountMails {
  /** False without a mail server. */
  readonly isOn: boolean;
  /** Of what was done with the account: nothing that strangers do takes its place. */
  warn(person: { readonly userId: UserId; readonly email: string }, warning: MessageText): void;
  /** A link that a person asked for. `make` is called once the mail is within the limits of its receiver and of the sender. */
  /** Why the last link that confirms the address has not gone out; undefined: it has, or was not tried yet. */
  confirmationProblem(userId: UserId): Promise<MailProblem | undefined>;
  sendLink(link: MailedLink & { readonly userId: UserId }, sender: Sender, make: () => Promise<MessageText>): void;
}

export type MailProblem = NonNullable<CurrentUser['confirmationMail']>;

export interface AccountMailsDeps {
  readonly isOn: boolean;
  readonly postgres: Postgres;
  readonly messages: Messages;
  readonly throttle: SignInThrottle;
  readonly logger: Logger;
}

export function createAccountMails({ isOn, postgres, messages, throttle, logger }: AccountMailsDeps): AccountMails {
  async function addLater(
    userId: UserId,
    mayBeSent: () => Promise<boolean>,
    make: () => Promise<MessageText>,
  ): Promise<void> {
    if (!isOn) return;
    try {
      if (!(await mayBeSent())) {
        logger.warn({ event: 'account.mail.limited' }, 'mail about an account not sent: its receiver had too many');
        return;
      }
      const message = { ...(await make()), to: { person: userId } };
      await postgres.withPerson({ userId }, (trx) => messages.add(trx, null, message));
    } catch (err) {
      logger.warn({ event: 'account.mail.failed', err }, 'mail about an account not stored; it is not tried again');
    }
  }

  return {
    isOn,
    warn: ({ userId, email }, warning) =>
      void addLater(
        userId,
        () => throttle.countWarning(warning.kind, email.toLowerCase()),
        async () => warning,
      ),
    confirmationProblem: async (userId) => {
      const last = await postgres.withPerson({ userId }, (trx) =>
        trx
          .selectFrom('messages')
          .select(['state', 'problem'])
          .where('kind', '=', 'confirm-link')
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
      if (!last || last.problem === null || last.state === 'sent') return undefined;
      return last.state === 'failed' ? 'failed' : 'waits';
    },
    sendLink: (link, sender, make) => void addLater(link.userId, () => throttle.countLink(link, sender), make),
  };
}
