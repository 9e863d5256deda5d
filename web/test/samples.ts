/** Complete and valid answers of the API, made from the schemas: a test only sets the fields that it is about. */
import { type AuthStatus, Tenant, User } from '@tracker/schemas/contracts/auth.contract';
import { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Money, MoneySum, ZERO } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Role } from '@tracker/schemas/roles';
import { z } from 'zod';

/** The clock of every test: noon in São Paulo, a Friday. */
export const NOW = '2026-11-20T15:00:00.000Z';

/** The emptiest value that the schema takes, with what is given. Texts of a form, such as ids, must be given. */
export function sample<Schema extends z.ZodObject>(
  { shape }: Schema,
  given: Partial<z.input<Schema>> = {},
): z.input<Schema> {
  const fields = Object.entries(shape).map(([name, field]) => [name, name in given ? given[name] : empty(field)]);
  return Object.fromEntries(fields);
}

export function empty(schema: z.core.$ZodType): unknown {
  if (schema === Money || schema === MoneySum) return ZERO;
  if (schema === TenantDay) return NOW.slice(0, 10);
  if (schema instanceof z.ZodObject) return sample(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodNumber) return Math.max(0, schema.minValue ?? 0);
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodISODateTime) return NOW;
  if (schema instanceof z.ZodPipe) return empty(schema.in);
  return '';
}

export const CAMPAIGN_ID = 'black-friday';

export const session = (role: Role): z.input<typeof AuthStatus> => ({
  user: sample(User, {
    ...{ id: 'us_00000001', firstName: 'Ana', lastName: 'Souza', email: 'ana@loja.example.com', role },
  }),
  tenant: sample(Tenant, {
    ...{ id: 'tn_00000001', name: 'Loja da Ana', slug: 'loja-da-ana' },
    ...{ timeZone: 'America/Sao_Paulo', mainCampaignId: CAMPAIGN_ID },
    ...{ subscriptionPlan: 'free', subscriptionStatus: 'active' },
  }),
});

export const campaign = (given: Partial<z.input<typeof Campaign>> = {}): z.input<typeof Campaign> =>
  sample(Campaign, {
    ...{ id: CAMPAIGN_ID, campaignId: CAMPAIGN_ID, name: 'Black Friday' },
    // All of its days are tracked.
    ofTrackedDays: { conversions: given.conversions ?? 0, revenue: given.revenue ?? 0, spend: given.spend ?? 0 },
    ...{ spend: 0, roas: 0 },
    trackingUrl: `https://t.example.com/track/${given.campaignId ?? CAMPAIGN_ID}`,
    ...given,
  });
