import { z } from 'zod';
import { AD_PLATFORMS } from '../ad-platforms/ad-platforms.ts';
import type { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import {
  type PlatformDestination,
  type pixelDestination,
  platformDestinationOf,
} from '../ad-platforms/platform-destination.ts';
import { Instant } from '../primitives/time.ts';
import { MadeBy } from './common.ts';
import { defineContract } from './define-contract.ts';
import { SendResults, TestAnswer } from './send-back.contract.ts';

type PixelDestination = ReturnType<typeof pixelDestination>;

const PixelState = z.object({
  /** The token itself is never shown again. */
  tokenSet: z.boolean(),
  enabled: z.boolean(),
  /** Conversions approved from then on are sent; null while it is off. */
  since: Instant.nullable(),
  /** Why nothing is sent although it is on, until it is saved again. */
  stopReason: z.string().nullable(),
  madeBy: MadeBy.default(null),
  results: SendResults,
});

const Token = z
  .string()
  .trim()
  .min(1, 'Informe o token de acesso.')
  .max(1_024, 'O token pode ter até 1024 caracteres.')
  .regex(/^[\x21-\x7e]+$/, 'O token não pode ter espaços nem acentos.');

/** The settings of the platform besides what all destinations have. */
const inputOf = ({ credential, settings }: PixelDestination) =>
  settings.extend({
    /** Left out: as it is. */
    token: (credential === 'own' ? Token : Token.max(0, 'Quem envia é a conexão.')).optional(),
    enabled: z.boolean(),
  });
export type PixelInput = z.output<ReturnType<typeof inputOf>>;

/** The routes of the destination of one platform that takes conversions. */
function makeContracts({ id }: AdPlatformDescriptor, destination: PixelDestination) {
  const response = destination.saved.extend(PixelState.shape);
  return {
    read: defineContract(`${id}.pixel`, `GET /api/${id}/pixel`, 'admin', {
      summary: 'The pixel that sales are sent to by the Conversions API, and how that goes.',
      response,
    }),
    set: defineContract(`${id}.set-pixel`, `PUT /api/${id}/pixel`, 'admin', {
      fresh: true,
      summary:
        'Saves the pixel. Switched on, sales approved from then on are sent, once each, with `event_id` `{provider}:{transaction}`; switched off, nothing is, and what waits is given up.',
      body: inputOf(destination),
      response,
    }),
    remove: defineContract(`${id}.remove-pixel`, `DELETE /api/${id}/pixel`, 'admin', {
      summary: 'Takes the pixel, its token and the results away.',
    }),
    test: defineContract(`${id}.test-pixel`, `POST /api/${id}/pixel/test`, 'admin', {
      summary:
        'Sends a made-up sale with the test code: it appears in the Events Manager’s test screen and counts nowhere.',
      response: TestAnswer,
    }),
  } as const;
}

export type PixelContracts = ReturnType<typeof makeContracts>;
export type Pixel = z.infer<PixelContracts['read']['response']>;

const made = new Map<string, PixelContracts>();

/** The same objects for the same platform each time. Their types are those of a pixel, which has the only form. */
export function pixelContractsOf(platform: AdPlatformDescriptor, destination: PlatformDestination): PixelContracts {
  const contracts = made.get(platform.id) ?? makeContracts(platform, destination as PixelDestination);
  made.set(platform.id, contracts);
  return contracts;
}

export const pixelContracts = AD_PLATFORMS.flatMap((platform) => {
  const destination = platformDestinationOf(platform.id);
  return destination ? Object.values(pixelContractsOf(platform, destination)) : [];
});
