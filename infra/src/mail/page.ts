// The frame of every mail.

/** Tables and inline styles: what mail programs understand. No picture: opening a mail sends no request. */
export const page = (title: string, parts: readonly string[]) =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>` +
  '<body style="margin:0;background:#f4f5f7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">' +
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr>' +
  `<td style="padding:28px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:22px;color:#171a21">${parts.join('')}</td>` +
  '</tr></table></td></tr></table></body></html>';

export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export const actionLink = (label: string, url: string): string =>
  `<p style="margin:0 0 24px"><a href="${escaped(url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#2f5bea;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>`;
