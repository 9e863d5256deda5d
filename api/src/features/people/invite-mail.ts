import type { Mail } from '@tracker/infra/mail/mailer';
import type { InvitedRole } from '@tracker/schemas/contracts/people.contract';
import { inviteMailTexts } from '@tracker/schemas/texts/invite-mail';

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
      `<p style="margin:0 0 24px"><a href="${escaped(url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#2f5bea;color:#ffffff;font-weight:600;text-decoration:none">${texts.accept}</a></p>`,
      `<p style="margin:0 0 8px;color:#525866">${texts.copyAddress}<br><span style="word-break:break-all">${escaped(url)}</span></p>`,
      `<p style="margin:0 0 8px;color:#525866">${escaped(texts.validity)}</p>`,
      `<p style="margin:0;color:#525866">${escaped(texts.ignore)}</p>`,
    ]),
  };
}

/** Tables and inline styles: what mail programs understand. No picture, so that opening it tells nobody. */
const page = (title: string, parts: readonly string[]) =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>` +
  '<body style="margin:0;background:#f4f5f7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">' +
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr>' +
  `<td style="padding:28px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:22px;color:#171a21">${parts.join('')}</td>` +
  '</tr></table></td></tr></table></body></html>';

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
