// `mail test`: what the mail server says, before a person waits for a mail that does not come.
import { MAIL_PROBLEMS, type MailProblem, mailProblemOf } from '@tracker/infra/mail/mail-problem';
import { checkMailServer, openMailer } from '@tracker/infra/mail/smtp-mailer';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, type Outcome } from './command.ts';

export const mailTest = defineCommand({
  name: 'mail test',
  onlyLooks: true,
  summary: 'signs in at the mail server, and with an address sends a mail there',
  details: 'infra/docs/mail.md has what to do for each answer.',
  positional: ['address'],
  personal: ['address'],
  options: z.object({
    address: z.email('must be an e-mail address').optional().meta({ description: 'who gets the mail' }),
  }),
  async run({ config, publicUrl }, { address }) {
    const { smtpUrl, smtpCa } = config;
    if (smtpUrl === undefined) {
      throw new OpsError(EXIT.usage, 'SMTP_URL is not set: no mail is sent, and links are shown to administrators.');
    }
    const problem =
      (await checkMailServer({ url: smtpUrl, ca: smtpCa })) ??
      (address === undefined ? undefined : await send({ config, publicUrl }, address));
    return problem === undefined ? done(address) : failed(problem);
  },
});

async function send(
  { config, publicUrl }: Pick<OpsDeps, 'config' | 'publicUrl'>,
  to: string,
): Promise<MailProblem | undefined> {
  const text = `This mail was sent by "ops mail test" of ${publicUrl}. Mails of the product go out.`;
  try {
    await openMailer(config, publicUrl)?.send({ to, subject: 'Traffic Tracker: test', text, html: `<p>${text}</p>` });
    return undefined;
  } catch (error) {
    return mailProblemOf(error);
  }
}

const done = (address: string | undefined): Outcome => ({
  data: { works: true, sent: address !== undefined },
  lines: [
    address === undefined
      ? 'The mail server takes our user and password. `npx -y pnpm@12 ops mail test ADDRESS` also sends a mail.'
      : `The mail server took a mail to ${address}. If it does not arrive, look in the spam folder, and at SPF and DKIM of the sender's domain.`,
  ],
});

function failed(problem: MailProblem): Outcome {
  const { says, mend } = MAIL_PROBLEMS[problem];
  return {
    exitCode: EXIT.failed,
    data: { works: false, problem },
    lines: [`No mail goes out: the server of SMTP_URL was asked, and ${says}.`, mend],
  };
}
