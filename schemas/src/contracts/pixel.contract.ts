import { z } from 'zod';
import { AD_PLATFORMS } from '../ad-platforms/ad-platforms.ts';
import type { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import { Instant } from '../primitives/time.ts';
import { NoContent } from './common.ts';
import { defineContract } from './define-contract.ts';
import { SendResults, TestAnswer } from './send-back.contract.ts';

export const Pixel = z.object({
  /** Null: none is saved. */
  pixelId: z.string().nullable(),
  /** The token itself is never shown again. */
  tokenSet: z.boolean(),
  testCode: z.string().nullable(),
  enabled: z.boolean(),
  /** Conversions approved from then on are sent; null while it is off. */
  since: Instant.nullable(),
  /** Why nothing is sent although it is on, until it is saved again. */
  stopReason: z.string().nullable(),
  results: SendResults,
});
export type Pixel = z.infer<typeof Pixel>;

export const pixelInputOf = ({ pixel }: AdPlatformDescriptor) =>
  z.object({
    pixelId: z
      .string()
      .trim()
      .regex(new RegExp(pixel?.idPattern ?? ''), pixel?.idProblem),
    /** Left out: as it is. */
    token: z
      .string()
      .trim()
      .min(1, 'Informe o token de acesso.')
      .max(1_024, 'O token pode ter até 1024 caracteres.')
      .regex(/^[\x21-\x7e]+$/, 'O token não pode ter espaços nem acentos.')
      .optional(),
    testCode: z
      .string()
      .trim()
      .max(64, 'O código de teste pode ter até 64 caracteres.')
      .regex(/^\w*$/, 'O código de teste só tem letras e números.')
      .nullish()
      .transform((code) => code || null),
    enabled: z.boolean(),
  });
export type PixelInput = z.output<ReturnType<typeof pixelInputOf>>;

/** The routes of the pixel of one platform that takes conversions. */
function makeContracts(platform: AdPlatformDescriptor) {
  const { id } = platform;
  return {
    read: defineContract({
      name: `${id}.pixel`,
      method: 'GET',
      path: `/api/${id}/pixel`,
      access: 'admin',
      summary: 'The pixel that sales are sent to by the Conversions API, and how that goes.',
      status: 200,
      response: Pixel,
    }),
    set: defineContract({
      name: `${id}.set-pixel`,
      method: 'PUT',
      path: `/api/${id}/pixel`,
      access: 'admin',
      fresh: true,
      summary:
        'Saves the pixel. Switched on, sales approved from then on are sent, once each, with `event_id` `{provider}:{transaction}`; switched off, nothing is, and what waits is given up.',
      body: pixelInputOf(platform),
      status: 200,
      response: Pixel,
    }),
    remove: defineContract({
      name: `${id}.remove-pixel`,
      method: 'DELETE',
      path: `/api/${id}/pixel`,
      access: 'admin',
      summary: 'Takes the pixel, its token and the results away.',
      status: 204,
      response: NoContent,
    }),
    test: defineContract({
      name: `${id}.test-pixel`,
      method: 'POST',
      path: `/api/${id}/pixel/test`,
      access: 'admin',
      summary:
        'Sends a made-up sale with the test code: it appears in the Events Manager’s test screen and counts nowhere.',
      status: 200,
      response: TestAnswer,
    }),
  } as const;
}

type PixelContracts = ReturnType<typeof makeContracts>;

const made = new Map<string, PixelContracts>();

/** The same objects for the same platform each time. */
export function pixelContractsOf(platform: AdPlatformDescriptor): PixelContracts {
  const contracts = made.get(platform.id) ?? makeContracts(platform);
  made.set(platform.id, contracts);
  return contracts;
}

export const pixelContracts = AD_PLATFORMS.filter(({ pixel }) => pixel !== null).flatMap((platform) =>
  Object.values(pixelContractsOf(platform)),
);
