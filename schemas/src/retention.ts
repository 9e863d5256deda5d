import { z } from 'zod';

const whole = (min: number, max: number, unit: string) =>
  z
    .number('Informe um número inteiro.')
    .int('Informe um número inteiro.')
    .min(min, `Informe de ${min} a ${max} ${unit}.`)
    .max(max, `Informe de ${min} a ${max} ${unit}.`);

/** How long a tenant keeps what (decision 43). Conversions and the figures of finalized days stay. */
export const Retention = z.object({
  clicksMonths: whole(1, 120, 'meses').describe('Clicks and page views.'),
  deliveriesDays: whole(7, 3_650, 'dias').describe('Deliveries of checkouts, and what could not be processed.'),
  auditDays: whole(90, 3_650, 'dias').describe('Audit log.'),
});
export type Retention = z.infer<typeof Retention>;

export const DEFAULT_RETENTION: Retention = { clicksMonths: 25, deliveriesDays: 180, auditDays: 730 };
