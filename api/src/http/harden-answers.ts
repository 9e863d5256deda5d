import type { Server } from '@tracker/infra/http/server';

/** Headers for data answers: when a browser shows one as a page, nothing in it runs, loads or is framed. */
const CSP = "default-src 'none'; frame-ancestors 'none'";

/** On every answer of the API, refusals too; a route that gives a page says what it needs instead. */
export function hardenAnswers(app: Server): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', CSP).header('referrer-policy', 'no-referrer');
    done();
  });
}
