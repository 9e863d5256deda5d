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
  summary: 'The same as a page for people.',
  status: 200,
  response: z.string(),
  page: true,
});

export const docsContracts = [readOpenApi, readDocs];
