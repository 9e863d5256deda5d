import type { AccountMailTexts } from '@tracker/schemas/texts/account-mail';
import type { Mail } from './mailer.ts';
import { actionLink, escaped, page } from './page.ts';

export function accountMail(
  { subject, heading, paragraphs, action }: AccountMailTexts,
  url?: string,
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
