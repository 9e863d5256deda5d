// Why a mail server did not take a mail, in words for an operator. Never the server's own: they may quote the address that was written to.

export type MailProblem =
  | 'name-unknown'
  | 'refused'
  | 'hangs'
  | 'certificate'
  | 'no-tls'
  | 'not-smtp'
  | 'turned-away'
  | 'sign-in'
  | 'sender-refused'
  | 'receiver-refused'
  | 'message-refused'
  | 'connection-lost'
  | 'unknown';

/** What it says, and what mends it. */
export const MAIL_PROBLEMS: Readonly<Record<MailProblem, { readonly says: string; readonly mend: string }>> = {
  'name-unknown': { says: 'its name has no address', mend: 'Correct the host of SMTP_URL.' },
  refused: {
    says: 'nothing listens at its address and port',
    mend: 'Correct the port of SMTP_URL (587 for smtp:, 465 for smtps:), or start the server; many hosters close port 25.',
  },
  hangs: {
    says: 'it did not answer in time',
    mend: 'Look whether a firewall drops the connection, and whether the port is one for smtp: or for smtps:.',
  },
  certificate: {
    says: 'its certificate is not one of a known authority, or not of this name',
    mend: 'Name the authority in SMTP_SSL_CA, or write the host of SMTP_URL as the certificate has it.',
  },
  'no-tls': {
    says: 'it offers no TLS, and a password is not sent without',
    mend: 'Use smtps://, another port, or a server that offers STARTTLS.',
  },
  'not-smtp': {
    says: 'what answers there does not speak as SMTP_URL says',
    mend: 'Write smtp:// for port 587 or 25, and smtps:// for port 465.',
  },
  'turned-away': {
    says: 'it greets us with a refusal',
    mend: 'It may want fewer connections for a while, or knows the address of this machine for spam: look at its log.',
  },
  'sign-in': {
    says: 'it refuses the user or the password',
    mend: 'Correct them in SMTP_URL, with % as %25 and @ as %40; some services want a password for programs.',
  },
  'sender-refused': {
    says: 'it refuses the sender',
    mend: 'Set MAIL_FROM to an address that this server may send for.',
  },
  'receiver-refused': {
    says: 'it refuses the receiver',
    mend: 'Try another address; without a user it may send to its own domains alone.',
  },
  'message-refused': { says: 'it refuses the message', mend: 'Look at the log of the mail server.' },
  'connection-lost': { says: 'it closed the connection', mend: 'Look at the log of the mail server.' },
  unknown: { says: 'it failed', mend: 'Look at the log of the mail server.' },
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/** Of an error of nodemailer, or of what is below it. */
export function mailProblemOf(error: unknown): MailProblem {
  const { code, command, responseCode, name, message = '', cause } = Object(error) as Record<string, unknown>;
  const text = `${String(code)} ${String(message)}`;
  if (CERTIFICATE.test(text) || /self.signed|certificate/i.test(text)) return 'certificate';
  // A greeting of 220 is a welcome.
  if (/Invalid greeting.*response=[45]\d\d/is.test(text)) return 'turned-away';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(text)) return 'name-unknown';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(text)) return 'refused';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sign-in';
  if (code === 'ETLS') return 'no-tls';
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'EABORT') return 'hangs';
  if (/wrong version number|packet length too long|EPROTO|Invalid greeting/i.test(text) || code === 'EPROTOCOL')
    return 'not-smtp';
  if (code === 'EENVELOPE') return /MAIL/i.test(String(command)) ? 'sender-refused' : 'receiver-refused';
  if (code === 'EMESSAGE' || Number(responseCode) >= 500) return 'message-refused';
  if (cause !== undefined && cause !== error) return mailProblemOf(cause);
  return code === 'ECONNECTION' || code === 'ESOCKET' ? 'connection-lost' : 'unknown';
}
