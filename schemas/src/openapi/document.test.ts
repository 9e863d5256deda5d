import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { PUBLIC_ENDPOINTS } from '../capture/public-endpoints.ts';
import { CONTRACTS } from '../contracts/registry.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument({
  contracts: CONTRACTS,
  endpoints: PUBLIC_ENDPOINTS,
  serverUrl: 'https://rastreio.example',
});

describe('OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    // As it is served: what JSON leaves out is not in it.
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  it('lists every route and alias, each with a unique operation id', () => {
    const place = (path: string) => path.replace(/:(\w+)/g, '{$1}');
    for (const { path, method } of CONTRACTS) {
      expect(document.paths[place(path)]).toHaveProperty(method.toLowerCase());
    }
    for (const { paths, method } of PUBLIC_ENDPOINTS) {
      for (const path of paths) expect(document.paths[place(path)]).toHaveProperty(method.toLowerCase());
    }
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('closes the list of error codes, but for the sentences of the sign-in calls', () => {
    expect(document.components).toMatchObject({
      schemas: {
        Error: {
          properties: {
            error: {
              anyOf: [{ enum: expect.arrayContaining(['campaign-id-taken', 'not-found']) }, { type: 'string' }],
            },
          },
        },
      },
    });
  });

  it('declares who may call each route: sessions, reading keys and capturing keys', () => {
    expect(document.components).toMatchObject({ securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } });
    const people = [{ session: [] }];
    expect(document.paths['/api/clicks']?.get?.security).toEqual([{ apiKey: [] }, ...people]);
    expect(document.paths['/api/profile']?.get?.security).toEqual(people);
    expect(document.paths['/api/campaigns']?.post?.security).toEqual(people);
    expect(document.paths['/api/api-keys']?.get?.security).toEqual(people);
    expect(document.paths['/conversion']?.post?.security).toEqual([{}, { apiKey: [] }]);
    expect(document.paths['/view']?.get?.security).toEqual([]);
  });

  it('describes the input as it is sent, before parsing', () => {
    expect(document.paths['/api/clicks']?.get?.parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'string', pattern: '^\\d{1,6}$' },
    });
    expect(document.paths['/api/exchange-rates']?.put).toMatchObject({
      security: [{ session: [] }],
      requestBody: {
        content: {
          'application/json': { schema: { type: 'array', items: { required: ['currency', 'day', 'rate'] } } },
        },
      },
    });
  });
});
