import { z } from 'zod';
import { defineContract } from './define-contract.ts';
import { withSeen } from './with-seen.ts';

/** Filters of a screen under a name: a person's own, or the tenant's. */

/** Of one person, and of the tenant. */
export const VIEWS_MAX = 50;
export const VIEW_SEARCH_MAX = 4_000;

export const ViewScreen = z.enum(['dashboard', 'analytics', 'geography', 'conversion-logs', 'click-logs']);
export type ViewScreen = z.infer<typeof ViewScreen>;

const values = {
  name: z.string().trim().min(1, 'Informe o nome da visão.').max(60, 'O nome pode ter até 60 caracteres.'),
  /** As the address of the screen has them, without '?': the filters, and nothing of the period. */
  search: z.string().max(VIEW_SEARCH_MAX),
  /** For all of the tenant. Editors alone make, change and remove such a view. */
  shared: z.boolean(),
  /** Applied where the address has no filter; a person's own goes before the tenant's. */
  isDefault: z.boolean(),
};

export const View = z.object({ id: z.string(), screen: ViewScreen, ...values });
export type View = z.infer<typeof View>;

export const listViews = defineContract('views.list', 'GET /api/views', 'viewer', {
  personal: true,
  summary: 'The person’s own views and those of the company, by name.',
  response: z.array(View),
});

export const NewView = z.object({ ...values, screen: ViewScreen }).partial({ shared: true, isDefault: true });

export const createView = defineContract('views.create', 'POST /api/views', 'viewer', {
  creates: true,
  personal: true,
  summary: `Keeps filters under a name; at most ${VIEWS_MAX} of a person and of the company each. 403 for a viewer who shares one, 409 for a name that is taken.`,
  body: NewView,
  status: 201,
  response: View,
});

const params = z.object({ id: z.string().max(80) });

export const changeView = defineContract('views.change', 'PATCH /api/views/:id', 'viewer', {
  personal: true,
  summary: 'Changes a view. A default takes the place of the one before. 404 for a view of another person.',
  params,
  body: withSeen(z.object(values).partial()),
  response: View,
});

export const removeView = defineContract('views.remove', 'DELETE /api/views/:id', 'viewer', {
  personal: true,
  summary: 'Removes a view.',
  params,
});
