import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  /** As received: headers and body. */
  readonly raw: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** The response to the next mails: accept, reject with 550, or none. */
  behaviour: 'takes' | 'refuses' | 'hangs';
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** A server with this certificate; `fromTheStart`: smtps, else STARTTLS. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer; readonly fromTheStart?: boolean };
  /** The one who may sign in, and must. */
  readonly user?: string;
  readonly password?: string;
  /** The one sender that it takes. */
  readonly sender?: string;
}

/** A real SMTP server on this machine that keeps received mails. */
export async function startMailServer({ tls, user, password, sender }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const state = { behaviour: 'takes' as MailServer['behaviour'] };
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    secure: tls?.fromTheStart ?? false,
    ...(tls && { key: tls.key, cert: tls.cert }),
    disabledCommands: tls === undefined ? ['STARTTLS'] : [],
    onAuth(auth, _session, callback) {
      if (auth.username === user && auth.password === password) return callback(null, { user: auth.username });
      callback(Object.assign(new Error('no such user'), { responseCode: 535 }));
    },
    onMailFrom({ address }, _session, callback) {
      const isTaken = sender === undefined || address === sender;
      callback(isTaken ? null : Object.assign(new Error('not your address'), { responseCode: 553 }));
    },
    onRcptTo(_address, _session, callback) {
      if (state.behaviour === 'hangs') return;
      callback(state.behaviour === 'refuses' ? Object.assign(new Error('no such box'), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const raw = Buffer.concat(chunks).toString('latin1');
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, ...read(raw) });
        callback(null);
      });
    },
  });
  // Some tests are about clients that disconnect in the middle.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `${tls?.fromTheStart ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    get behaviour() {
      return state.behaviour;
    },
    set behaviour(next) {
      state.behaviour = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Decodes a mail like a mail program: the subject and both bodies as plain text. */
function read(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const boundary = /boundary="?([^";\r\n]+)/.exec(head)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`);
  const bodyOf = (type: string) => decodedBody(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '');
  const subject = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(head)?.[1] ?? '';
  return {
    subject: decodedWords(subject.replace(/\r\n[ \t]/g, ' ')),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  };
}

function decodedBody(part: string): string {
  const split = part.indexOf('\r\n\r\n');
  const body = part.slice(split + 4).trimEnd();
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part.slice(0, split))?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body.replace(/=\r\n/g, '')) : body;
}

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Decodes `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; white space between two of them is ignored. */
const decodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
