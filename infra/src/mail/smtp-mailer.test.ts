import { createServer } from 'node:net';
import { type MailServer, startMailServer } from '@tracker/test/kit/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createSmtpMailer, openMailer, senderOf } from './smtp-mailer.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.behaviour = 'takes';
  server.mails.length = 0;
});

const mail = { to: 'beto@example.com', subject: 'Convite para Ação Já', text: 'Olá, João!', html: '<p>Olá, João!</p>' };
const mailer = (options: { url?: string; deadlineMs?: number } = {}) =>
  createSmtpMailer({ url: server.url, from: 'Traffic Tracker <convites@example.com>', ...options });

describe('mail', () => {
  it('arrives with sender, one recipient, subject and both bodies', async () => {
    await mailer().send(mail);
    expect(server.mails).toMatchObject([
      {
        from: 'convites@example.com',
        to: ['beto@example.com'],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      },
    ]);
  });

  it('reaches one address only, and its subject cannot inject a header', async () => {
    await mailer()
      .send({ ...mail, to: '"x",other@example.com', subject: 'a\r\nBcc: other@example.com' })
      .catch(() => undefined);
    for (const received of server.mails) {
      expect(received.to).toHaveLength(1);
      expect(received.raw).not.toMatch(/^Bcc:/m);
    }
    await mailer().send({ ...mail, subject: 'a\r\nBcc: other@example.com' });
    expect(server.mails.at(-1)).toMatchObject({ to: ['beto@example.com'] });
    expect(server.mails.at(-1)?.raw).not.toMatch(/^Bcc:/m);
  });

  it('rejects with the server’s code when the server refuses it', async () => {
    server.behaviour = 'refuses';
    await expect(mailer().send(mail)).rejects.toMatchObject({ responseCode: 550 });
  });

  it('gives up at the timeout when the server hangs or never greets, and rejects when it is unreachable', async () => {
    server.behaviour = 'hangs';
    const began = performance.now();
    await expect(mailer({ deadlineMs: 300 }).send(mail)).rejects.toThrow();
    const mute = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    await expect(mailer({ url: `smtp://127.0.0.1:${port}`, deadlineMs: 300 }).send(mail)).rejects.toThrow();
    await new Promise((resolve) => mute.close(resolve));
    await expect(mailer({ url: `smtp://127.0.0.1:${port}` }).send(mail)).rejects.toThrow('ECONNREFUSED');
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('does not send a password to another machine without TLS', async () => {
    const url = server.url.replace('smtp://127.0.0.1', 'smtp://ana:segredo@[::ffff:127.0.0.1]');
    await expect(mailer({ url }).send(mail)).rejects.toMatchObject({ code: 'ETLS' });
    expect(server.mails).toEqual([]);
  });
});

describe('mailer of the settings', () => {
  const publicUrl = 'https://rastreio.example';

  it('sends as MAIL_FROM, or with the host of PUBLIC_URL as sender', async () => {
    await openMailer(loadConfig({ SMTP_URL: server.url }), publicUrl)?.send(mail);
    await openMailer(loadConfig({ SMTP_URL: server.url, MAIL_FROM: 'Loja <a@loja.example>' }), publicUrl)?.send(mail);
    expect(server.mails.map(({ from }) => from)).toEqual(['nao-responda@rastreio.example', 'a@loja.example']);
  });

  it('is undefined without SMTP_URL', () => {
    expect(openMailer(loadConfig({}), publicUrl)).toBeUndefined();
  });
});

describe('default sender', () => {
  it.each([
    ['https://rastreio.example', 'Traffic Tracker <nao-responda@rastreio.example>'],
    ['http://127.0.0.1:3000', 'Traffic Tracker <nao-responda@localhost>'],
    ['http://[::1]:3000', 'Traffic Tracker <nao-responda@localhost>'],
  ])('derives from %s the sender %s', (publicUrl, sender) => {
    expect(senderOf(publicUrl)).toBe(sender);
  });
});
