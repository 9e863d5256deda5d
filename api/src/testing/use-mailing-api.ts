import { createSmtpMailer } from '@tracker/infra/mail/smtp-mailer';
import { type MailServer, startMailServer } from '@tracker/test/kit/mail-server';
import { afterAll, beforeEach } from 'vitest';
import { NOW, useApi } from './use-api.ts';

/** `useApi` with a mail server; before each test its mails are deleted and the clock is set to `NOW`. */
export function useMailingApi() {
  let server: MailServer | undefined;
  const running = (): MailServer => {
    if (!server) throw new Error('the mail server is there inside tests and hooks, not before');
    return server;
  };
  const api = useApi({
    before: async () => {
      server = await startMailServer();
    },
    mailer: () => createSmtpMailer({ url: running().url, from: 'nao-responda@example.com' }),
  });
  afterAll(() => server?.close());
  beforeEach(() => {
    api.clock.set(NOW);
    running().mails.length = 0;
  });
  return { api, mailServer: running };
}
