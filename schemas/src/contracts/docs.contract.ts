import { z } from 'zod';
import { defineContract } from './define-contract.ts';

export const readOpenApi = defineContract({
  name: 'docs.openapi',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This document: every route, as OpenAPI 3.1.',
  status: 200,
  response: z.record(z.string(), z.unknown()),
});

export const readDocs = defineContract({
  name: 'docs.page',
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  summary: 'The same as a page for people, with examples and a client to try it.',
  status: 200,
  response: z.string(),
  page: true,
});

export const readDocsScript = defineContract({
  name: 'docs.script',
  method: 'GET',
  path: '/api/docs/reference.js',
  access: 'public',
  summary: 'What draws that page.',
  status: 200,
  response: z.string(),
  script: true,
});
