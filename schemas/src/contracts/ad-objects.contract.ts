import { z } from 'zod';
import { AD_LEVELS } from '../ad-platforms/ad-object.ts';
import { AdPlatformId } from '../ad-platforms/descriptor.ts';
import { Money } from '../primitives/money.ts';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';

/** What is in the linked ad accounts, as the last sync saw it. */

export const AD_OBJECT_IDS_MAX = 200;
/** Without ids: those that were seen last. */
export const AD_OBJECTS_LISTED_MAX = 2_000;

export const AdLevel = z.enum(AD_LEVELS);
/** As platforms make them. */
export const AdObjectId = z.string().regex(/^[\w.:-]{1,64}$/);

export const ListedBudget = z.object({
  kind: z.enum(['daily', 'lifetime']),
  amount: Money,
  currency: z.string(),
  /** Whose it is: its own, or that of the object above which spends for it. */
  level: AdLevel,
  /** How many other objects spend it, too, where it is an object of its own at the platform. */
  sharedWith: z.number().int(),
});
export type ListedBudget = z.infer<typeof ListedBudget>;

export const ListedAdObject = z.object({
  id: z.string(),
  platform: AdPlatformId,
  level: AdLevel,
  parentId: z.string().nullable(),
  adAccountId: z.string(),
  name: z.string(),
  /** As people set it, and what is in effect, in the platform's words. */
  status: z.string(),
  effectiveStatus: z.string(),
  /** As people set it; null where no one can. */
  switch: z.enum(['on', 'off', 'final']).nullable(),
  /** The connection has the permission to change it. */
  canChange: z.boolean(),
  budget: ListedBudget.nullable(),
  /** The platform's own page about it; null where it has none. */
  pageUrl: z.string().nullable(),
  /** Path of its small picture on this server; null: it has none. */
  thumbnailUrl: z.string().nullable(),
  /** When it was last seen so. */
  at: Instant,
  /** When spend of its account last came; null: not yet. */
  spendAt: Instant.nullable(),
});
export type ListedAdObject = z.infer<typeof ListedAdObject>;

export const listAdObjects = defineContract('ad-objects.list', 'GET /api/ad-objects', 'viewer', {
  summary: `Ad accounts, campaigns, ad sets and ads as they are set at the platform, as the last sync saw them; \`ids\` with commas, up to ${AD_OBJECT_IDS_MAX}. At most ${AD_OBJECTS_LISTED_MAX} rows.`,
  query: z.object({
    platform: AdPlatformId.optional(),
    level: AdLevel.optional(),
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(AdObjectId).max(AD_OBJECT_IDS_MAX))
      .optional(),
  }),
  commaLists: ['ids'],
  response: z.array(ListedAdObject),
});

export const adObjectPicture = defineContract(
  'ad-objects.picture',
  'GET /api/ad-objects/:platform/:level/:id/picture',
  'viewer',
  {
    summary: 'The small picture of an ad. 404 where the platform gave none, or gives it no more.',
    params: z.object({ platform: AdPlatformId, level: AdLevel, id: AdObjectId }),
    picture: true,
    response: z.string(),
  },
);
