import { z } from 'zod';

/** Letters and digits only: the id is part of paths and of the `source` of spend. */
export const AdPlatformId = z.string().regex(/^[a-z][a-z0-9]{1,30}$/);
export type AdPlatformId = z.infer<typeof AdPlatformId>;

/**
 * What the product knows of an ad platform besides its client: its names and its words. Texts are written around a masculine name
 * ('o Facebook', 'ao Facebook').
 */
export const AdPlatformDescriptor = z.object({
  id: AdPlatformId,
  /** 'Facebook' */
  name: z.string(),
  /** Of its screen: 'Facebook Ads'. */
  title: z.string(),
  /** Path of its screen. */
  screen: z.string().startsWith('/'),
  /** '#1877f2': marks the platform where several are listed. */
  colour: z.string(),
  /** What an operator sets before anybody can connect, and where the values come from. */
  setup: z.object({ settings: z.string(), developerSite: z.string(), versionSetting: z.string() }),
  /** The permission that a person must leave checked on the consent page. */
  scope: z.string(),
  /** The further one for changing ads, which is asked for by 'Permitir agir' alone; null: its ads are only read. */
  actionScope: z.string().nullable(),
  /** Where a person signs in to the platform, and where they ask for access to an ad account. */
  site: z.string(),
  accessManager: z.string(),
  campaignIdHint: z.string(),
  /** The platform's numbers for the state of an ad account; the first one may spend. */
  accountStatuses: z.array(z.object({ status: z.number().int(), label: z.string() })),
  /** The platform's words for the state of a campaign; an unknown one is shown as it comes. */
  campaignStatuses: z.record(z.string(), z.string()),
  /** Of the pixel that conversions are sent to; null for a platform that takes none. */
  pixel: z
    .object({
      idPattern: z.string(),
      idProblem: z.string(),
      idExample: z.string(),
      idHint: z.string(),
      testCodeHint: z.string(),
      tokenHint: z.string(),
      /** Where the token is made. */
      eventsManager: z.string(),
      /** How a page names the same conversion to its own pixel. */
      browserCall: z.string(),
    })
    .nullable(),
});
export type AdPlatformDescriptor = z.infer<typeof AdPlatformDescriptor>;
