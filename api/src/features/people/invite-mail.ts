import type { Mail } from '@tracker/infra/mail/mailer';
import type { InvitedRole } from '@tracker/schemas/contracts/people.contract';

export interface InviteMailValues {
  readonly tenantName: string;
  readonly inviterName: string;
  readonly role: InvitedRole;
  readonly url: string;
  readonly expiresAt: Date;
  readonly timeZone: string;
}

const ROLE_WORDS: Record<InvitedRole, string> = {
  editor: 'Editor (cria e edita campanhas e vê todos os relatórios)',
  viewer: 'Viewer (vê os relatórios, sem alterar nada)',
};

/** The names are other people's words: nothing of them is markup, and none of them can begin another line or header. */
export function inviteMail(values: InviteMailValues): Omit<Mail, 'to'> {
  const tenant = oneLine(values.tenantName);
  const inviter = oneLine(values.inviterName);
  const role = ROLE_WORDS[values.role];
  const until = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone: values.timeZone })
    .format(values.expiresAt)
    .replace(/\s/g, ' ');
  const [invited, ignore] = [
    `${inviter} convidou você para acompanhar as campanhas de ${tenant} no Traffic Tracker.`,
    'Se você não esperava este convite, ignore esta mensagem: sem o link, nada acontece.',
  ];
  const validity = `O link vale até ${until} e serve para uma pessoa só.`;
  return {
    subject: `${inviter} convidou você para ${tenant}`,
    text: [
      'Olá!',
      `${invited}\nSua permissão: ${role}.`,
      `Para aceitar, abra este endereço e escolha a sua senha:\n${values.url}`,
      validity,
      ignore,
    ].join('\n\n'),
    html: page([
      `<p style="margin:0 0 16px;font-size:18px;font-weight:600">Você foi convidado</p>`,
      `<p style="margin:0 0 8px">${escaped(invited)}</p>`,
      `<p style="margin:0 0 24px;color:#525866">Sua permissão: ${escaped(role)}.</p>`,
      `<p style="margin:0 0 24px"><a href="${escaped(values.url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#2f5bea;color:#ffffff;font-weight:600;text-decoration:none">Aceitar convite</a></p>`,
      `<p style="margin:0 0 8px;color:#525866">O botão não abre? Copie este endereço:<br><span style="word-break:break-all">${escaped(values.url)}</span></p>`,
      `<p style="margin:0 0 8px;color:#525866">${escaped(validity)}</p>`,
      `<p style="margin:0;color:#525866">${escaped(ignore)}</p>`,
    ]),
  };
}

/** Tables and inline styles: what mail programs understand. No picture, so that opening it tells nobody. */
const page = (parts: readonly string[]) =>
  '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Convite</title></head>' +
  '<body style="margin:0;background:#f4f5f7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">' +
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr>' +
  `<td style="padding:28px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:22px;color:#171a21">${parts.join('')}</td>` +
  '</tr></table></td></tr></table></body></html>';

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
