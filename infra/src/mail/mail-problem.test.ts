import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { makeCertificates, opensslIsAvailable } from '@tracker/test/kit/certificates';
import { type MailServerOptions, startMailServer } from '@tracker/test/kit/mail-server';
import { freePorts } from '@tracker/test/kit/server-processes';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailProblemOf } from './mail-problem.ts';
import { checkMailServer, createSmtpMailer } from './smtp-mailer.ts';

const deadlineMs = 2_000;
/** This machine, under an address that counts as another one: certificates are checked there. */
const fromElsewhere = (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]');

async function server(options: MailServerOptions = {}) {
  const started = await startMailServer(options);
  onTestFinished(() => started.close());
  return started;
}

async function certificates() {
  const made = await makeCertificates();
  onTestFinished(() => made.delete());
  return { ...made, pair: { key: readFileSync(made.key), cert: readFileSync(made.cert) } };
}

/** The problem of a mail that was sent; undefined: it was taken. */
async function sent(url: string, from = 'a@loja.example') {
  const mail = { to: 'beto@example.com', subject: 's', text: 't', html: 'h' };
  return createSmtpMailer({ url, from, deadlineMs })
    .send(mail)
    .then(() => undefined, mailProblemOf);
}

describe('a mail server', () => {
  test('that takes us has no problem, and is sent nothing', async () => {
    const { url, mails } = await server({ user: 'ana', password: 'se%gredo' });
    const withUser = url.replace('//', '//ana:se%25gredo@');
    expect(await checkMailServer({ url: withUser, deadlineMs })).toBeUndefined();
    expect(mails).toEqual([]);
    expect(await sent(withUser)).toBeUndefined();
  });

  test('that refuses the password, the sender or the receiver has a problem of its own', async () => {
    const { url } = await server({ user: 'ana', password: 'segredo' });
    expect(await checkMailServer({ url: url.replace('//', '//ana:errada@'), deadlineMs })).toBe('sign-in');
    const own = await server({ sender: 'convites@loja.example' });
    expect(await sent(own.url)).toBe('sender-refused');
    expect(await sent(own.url, 'convites@loja.example')).toBeUndefined();
    own.behaviour = 'refuses';
    expect(await sent(own.url, 'convites@loja.example')).toBe('receiver-refused');
  });

  test('that is not there, hangs, has no name or is none has a problem of its own', async () => {
    const [port] = await freePorts(1);
    expect(await checkMailServer({ url: `smtp://127.0.0.1:${port}`, deadlineMs })).toBe('refused');
    expect(await checkMailServer({ url: 'smtp://mail.invalid', deadlineMs })).toBe('name-unknown');
    const mute = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void mute.close());
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port: mutePort } = mute.address() as { port: number };
    expect(await checkMailServer({ url: `smtp://127.0.0.1:${mutePort}`, deadlineMs: 300 })).toBe('hangs');
    const plain = await server();
    expect(await checkMailServer({ url: plain.url.replace('smtp:', 'smtps:'), deadlineMs })).toBe('not-smtp');
    const web = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void web.close());
    await new Promise((resolve) => web.once('listening', resolve));
    const { port: webPort } = web.address() as { port: number };
    expect(await checkMailServer({ url: `smtp://127.0.0.1:${webPort}`, deadlineMs })).toBe('not-smtp');
  });

  test.each([
    ['421 4.7.0 too many connections', 'turned-away'],
    ['554 5.7.1 no service for you', 'turned-away'],
    ['* OK IMAP4rev1 ready', 'not-smtp'],
    ['SSH-2.0-OpenSSH_9.2', 'not-smtp'],
  ])('that greets with %s has the problem %s', async (greeting, problem) => {
    const greeter = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${greeting}\r\n`);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void greeter.close());
    await new Promise((resolve) => greeter.once('listening', resolve));
    const { port } = greeter.address() as { port: number };
    expect(await checkMailServer({ url: `smtp://127.0.0.1:${port}`, deadlineMs })).toBe(problem);
  });

  test.runIf(opensslIsAvailable()).each([true, false])(
    'with a certificate of its own is refused from elsewhere unless its authority is named, and used on this machine (smtps: %s)',
    async (fromTheStart) => {
      const { pair, ca: file } = await certificates();
      const { url, mails } = await server({ tls: { ...pair, fromTheStart } });
      expect(await checkMailServer({ url: fromElsewhere(url), deadlineMs })).toBe('certificate');
      expect(await sent(fromElsewhere(url))).toBe('certificate');
      const ca = readFileSync(file, 'utf8');
      expect(
        await checkMailServer({ url: `${fromElsewhere(url)}?tls.servername=localhost`, ca, deadlineMs }),
      ).toBeUndefined();
      expect(await checkMailServer({ url, deadlineMs })).toBeUndefined();
      expect(await sent(url)).toBeUndefined();
      expect(mails).toHaveLength(1);
    },
  );

  test('that offers no TLS gets no password from elsewhere', async () => {
    const { url } = await server({ user: 'ana', password: 'segredo' });
    expect(await checkMailServer({ url: fromElsewhere(url).replace('//', '//ana:segredo@'), deadlineMs })).toBe(
      'no-tls',
    );
  });
});
