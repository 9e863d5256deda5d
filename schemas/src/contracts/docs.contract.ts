import { z } from 'zod';
import { defineContract } from './define-contract.ts';

export const readOpenApi = defineContract('docs.openapi', 'GET /api/openapi.json', 'public', {
  summary: 'This document: every route, as OpenAPI 3.1.',
  response: z.record(z.string(), z.unknown()),
});

export const readDocs = defineContract('docs.page', 'GET /api/docs', 'public', {
  summary: 'The same as a page for people, with examples and a client to try it.',
  response: z.string(),
  page: true,
});

export const readDocsScript = defineContract('docs.script', 'GET /api/docs/reference.js', 'public', {
  summary: 'What draws that page.',
  response: z.string(),
  script: true,
});
