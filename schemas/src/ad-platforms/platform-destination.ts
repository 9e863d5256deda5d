import { z } from 'zod';
import type { AdPlatformDescriptor } from './descriptor.ts';
import { FACEBOOK } from './facebook.ts';

/** Where a platform takes conversions, and what a person says of it. Not in the descriptor, which goes to the browser as JSON. */
export interface PlatformDestination {
  /** Whose token the calls have: one that a person pastes for the destination, or that of the tenant's connection. */
  readonly credential: 'own' | 'connection';
  /** As a person gives them; what it parses to is stored, and only the platform's adapter reads it. */
  readonly settings: z.ZodObject;
  /** As they are shown: null where none are saved. */
  readonly saved: z.ZodObject;
  /** Names it next to the platform: 'pixel 123'. */
  label(settings: Readonly<Record<string, unknown>>): string;
  /** A made-up conversion can be sent that counts nowhere. */
  isTestable(settings: Readonly<Record<string, unknown>>): boolean;
}

/** A pixel with a pasted token, and a code for the platform's test screen. */
export const pixelDestination = ({ pixel }: Pick<AdPlatformDescriptor, 'pixel'>) =>
  ({
    credential: 'own' as PlatformDestination['credential'],
    settings: z.object({
      pixelId: z
        .string()
        .trim()
        .regex(new RegExp(pixel?.idPattern ?? ''), pixel?.idProblem),
      testCode: z
        .string()
        .trim()
        .max(64, 'O código de teste pode ter até 64 caracteres.')
        .regex(/^\w*$/, 'O código de teste só tem letras e números.')
        .nullish()
        .transform((code) => code || null),
    }),
    saved: z.object({ pixelId: z.string().nullable(), testCode: z.string().nullable() }),
    label: ({ pixelId }: Readonly<Record<string, unknown>>) => `pixel ${pixelId}`,
    isTestable: ({ testCode }: Readonly<Record<string, unknown>>) => testCode !== null,
  }) satisfies PlatformDestination;

/** By platform; one that takes no conversions has none. */
const DESTINATIONS: Readonly<Record<string, PlatformDestination>> = { [FACEBOOK.id]: pixelDestination(FACEBOOK) };

export const platformDestinationOf = (platform: string): PlatformDestination | undefined => DESTINATIONS[platform];
