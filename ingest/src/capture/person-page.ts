import type { FastifyReply, FastifyRequest } from 'fastify';

// What a person sees who follows a link that leads nowhere: a sentence instead of the JSON for programs. Fixed texts, so that no request can
// write into a page of our origin.

export interface PageTexts {
  readonly title: string;
  readonly toVisitor: string;
  readonly toOwner: string;
}

export const personPage = ({ title, toVisitor, toOwner }: PageTexts): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title>` +
  '<style>body{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}</style>' +
  `</head><body><main><h1>${title}</h1><p>${toVisitor}</p><p><small>${toOwner}</small></p></main></body></html>`;

/** Nothing is loaded, and no page shows it in a frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page);

/** A person's browser asks for a page by its name; scripts and programs take anything. */
export const acceptsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '');
