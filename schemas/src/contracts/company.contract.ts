import { z } from 'zod';
import { BUDGET_RAISE_PER_DAY_MAX } from '../ad-platforms/ad-action.ts';
import { TenantSlug } from '../primitives/ids.ts';
import { Money } from '../primitives/money.ts';
import { TimeZone } from '../primitives/time.ts';
import { Retention } from '../retention.ts';
import { UnverifiedSettings } from '../unverified-conversions.ts';
import { Tenant } from './auth.contract.ts';
import { defineContract } from './define-contract.ts';
import { holdsAddress, NAME_ADDRESS } from './registration-rules.ts';
import { TargetChange, Targets } from './targets.ts';
import { withSeen } from './with-seen.ts';

const TenantParams = z.object({ tenantId: z.string().max(80) });

export const TenantName = z
  .string()
  .trim()
  .min(1, 'Informe o nome da empresa.')
  .max(120, 'O nome pode ter até 120 caracteres.')
  .refine((name) => !holdsAddress(name), NAME_ADDRESS);

/** May be a JSON number or a decimal text. */
const BudgetRaisePerDay = z
  .union([z.string().trim(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Informe um valor em reais, como 500,00.')
      .transform(Number)
      .pipe(
        z.number().max(BUDGET_RAISE_PER_DAY_MAX, `O máximo é ${BUDGET_RAISE_PER_DAY_MAX.toLocaleString('pt-BR')}.`),
      ),
  );

/** Ad platforms keep 37 months. */
export const SPEND_HISTORY_DAYS_MAX = 1_110;
const SpendHistoryDays = z.number().int().min(1).max(SPEND_HISTORY_DAYS_MAX);

export const TenantChange = withSeen(
  z.object({
    name: TenantName.optional(),
    slug: TenantSlug.optional(),
    timeZone: TimeZone.optional(),
    mainCampaignId: z.string().max(64).optional(),
    retention: Retention.partial().optional(),
    requireSecondFactor: z.boolean().optional(),
    ...TargetChange,
    budgetRaisePerDay: BudgetRaisePerDay.optional(),
    spendHistoryDays: SpendHistoryDays.optional(),
    ...UnverifiedSettings.partial().shape,
  }),
);

/** The tenant with what only its administrators see and set. */
export const TenantSettings = Tenant.extend({
  retention: Retention,
  requireSecondFactor: z.boolean(),
  /** Of campaigns without their own. */
  ...Targets,
  /** By how much all budgets may be raised from here in one day, in BRL. */
  budgetRaisePerDay: Money,
  /** How far back the spend of linked campaigns is read. */
  spendHistoryDays: z.number().int(),
  ...UnverifiedSettings.shape,
});
export type TenantSettings = z.infer<typeof TenantSettings>;

export const getTenant = defineContract('tenant.get', 'GET /api/tenants/:tenantId', 'admin', {
  summary: 'The company.',
  params: TenantParams,
  response: TenantSettings,
});

export const changeTenant = defineContract('tenant.change', 'PATCH /api/tenants/:tenantId', 'admin', {
  summary:
    'Changes the company’s name, slug, time zone, main campaign, retention, its target CPA or ROAS, by how much budgets of ads may be raised in a day, how many days back the spend of ads is read, what it does with conversions without a key (from now on), or whether people need a second factor (409 when the person has none). Retention, the raise of budgets and the last two need a fresh password (403 `password-not-confirmed`).',
  params: TenantParams,
  body: TenantChange,
  response: TenantSettings,
});
