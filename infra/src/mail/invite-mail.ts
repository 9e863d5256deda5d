import type { InvitedRole } from '@tracker/schemas/contracts/people.contract';
import { inviteMailTexts } from '@tracker/schemas/texts/invite-mail';
import type { Mail } from './mailer.ts';
import { actionLink, escaped, oneLine, page } from './page.ts';

export interface InviteMailValues {
  readonly tenantName: string;
  readonly inviterName: string;
  readonly role: InvitedRole;
  readonly url: string;
  readonly expiresAt: Date;
  readonly timeZone: string;
}

/** The names are other people's words: nothing of them is markup, and none of them can begin another line or header. */
export function inviteMail(values: InviteMailValues): Omit<Mail, 'to'> {
  const { tenantName, inviterName, url, ...others } = values;
  const texts = inviteMailTexts({ ...others, tenant: oneLine(tenantName), inviter: oneLine(inviterName) });
  return {
    subject: texts.subject,
    text: [
      texts.greeting,
      `${texts.invited}\n${texts.permission}`,
      `${texts.openAddress}\n${url}`,
      texts.validity,
      texts.ignore,
    ].join('\n\n'),
    html: page(texts.title, [
      `<p style="margin:0 0 16px;font-size:18px;font-weight:600">${texts.heading}</p>`,
      `<p style="margin:0 0 8px">${escaped(texts.invited)}</p>`,
      `<p style="margin:0 0 24px;color:#525866">${escaped(texts.permission)}</p>`,
      actionLink(texts.accept, url),
      `<p style="margin:0 0 8px;color:#525866">${texts.copyAddress}<br><span style="word-break:break-all">${escaped(url)}</span></p>`,
      `<p style="margin:0 0 8px;color:#525866">${escaped(texts.validity)}</p>`,
      `<p style="margin:0;color:#525866">${escaped(texts.ignore)}</p>`,
    ]),
  };
}
