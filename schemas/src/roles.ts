import { z } from 'zod';

export const Role = z.enum(['admin', 'editor', 'viewer']);
export type Role = z.infer<typeof Role>;

const RANKS: Record<string, number> = { admin: 3, editor: 2, viewer: 1 };

/** An unknown role ranks 0; a missing one is treated as viewer (specification §5). */
export const rankOf = (role: string | undefined): number => RANKS[role ?? 'viewer'] ?? 0;

export const hasRole = (role: string | undefined, required: Role): boolean => rankOf(role) >= rankOf(required);

/** The screens and the least role that sees each (specification §2.1 and §6). */
export const SCREEN_ROLES = {
  '/': 'viewer',
  '/campaigns': 'editor',
  '/analytics': 'viewer',
  '/geography': 'viewer',
  '/leads': 'viewer',
  '/integration': 'editor',
  '/webhook': 'admin',
  '/conversion-logs': 'viewer',
  '/click-logs': 'viewer',
  '/facebook': 'admin',
  '/ad-platforms/$platform': 'admin', // beyond the document: other ad platforms
  '/profile': 'viewer', // beyond the document: from the user menu
  '/settings/costs': 'viewer', // beyond the document: from the profit, and from the settings of the tenant
  '/settings/products': 'viewer', // beyond the document: from the costs, and from products in Analytics
  '/settings/tenant': 'admin',
  '/settings/users': 'admin',
} as const satisfies Record<string, Role>;
