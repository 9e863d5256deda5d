import type { Server } from '@tracker/infra/http/server';

/**
 * Bodies are JSON, and a CSV file where a contract asks for one: a form of another site can send text/plain without the browser's
 * permission. An empty body counts as no body, with any content type: `POST /api/auth/logout` has none.
 */
export function readJsonBodies(app: Server): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : body);
  });
}
