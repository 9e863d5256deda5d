import { z } from 'zod';
import { ApiKeyScope } from '../api-key-scopes.ts';
import { Instant } from '../primitives/time.ts';
import { MadeBy } from './common.ts';
import { defineContract } from './define-contract.ts';

export const API_KEYS_MAX = 50;

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ApiKeyScope),
  /** How the key begins. */
  hint: z.string(),
  createdAt: Instant,
  /** The id of the user who made it; they may be gone. */
  createdBy: z.string(),
  madeBy: MadeBy.default(null),
  /** To the minute; null: never used. */
  lastUsedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.object({
  name: z.string().trim().min(1, 'Informe um nome para a chave.').max(80, 'O nome pode ter até 80 caracteres.'),
  scopes: z
    .array(ApiKeyScope)
    .min(1, 'Escolha ao menos uma permissão.')
    .max(8)
    .transform((scopes) => [...new Set(scopes)]),
});

export const listApiKeys = defineContract('api-keys.list', 'GET /api/api-keys', 'admin', {
  summary: 'The company’s API keys, newest first; none of them can be shown again.',
  response: z.array(ApiKey),
});

export const createApiKey = defineContract('api-keys.create', 'POST /api/api-keys', 'admin', {
  creates: true,
  fresh: true,
  summary: 'Makes an API key for `Authorization: Bearer`. The key is in this answer and nowhere else.',
  body: NewApiKey,
  status: 201,
  response: ApiKey.extend({ key: z.string() }),
});

export const revokeApiKey = defineContract('api-keys.revoke', 'DELETE /api/api-keys/:id', 'admin', {
  fresh: true,
  summary: 'From now on the key opens nothing.',
  params: z.object({ id: z.string().max(80) }),
});
