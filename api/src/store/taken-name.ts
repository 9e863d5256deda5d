import { conflict } from '@tracker/infra/errors/app-error';

const refusals: Record<string, () => Error> = {
  tenants_slug_key: () => conflict('Esta URL já está em uso.', 'slug-taken'),
  users_email_key: () => conflict('Este email já está em uso.', 'email-taken'),
  // Also when it is another company's: campaign ids are unique among all, and the answer is the same.
  campaigns_pkey: () => conflict('Este ID de campanha já está em uso.', 'campaign-id-taken'),
};

/** The 409 that a broken uniqueness means; any other error is given back as it is. */
export function orTaken(error: unknown): unknown {
  const constraint = error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
  return refusals[constraint]?.() ?? error;
}
