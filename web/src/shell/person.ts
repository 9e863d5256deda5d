import type { User } from '@tracker/schemas/contracts/auth.contract';
import { Role } from '@tracker/schemas/roles';
import type { BadgeLook } from '../ui/badge.tsx';

type Named = Pick<User, 'firstName' | 'lastName'>;

export const fullNameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim();

/** First letter of the first and of the last name; a letter may be more than one UTF-16 unit. */
export const initialsOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase();

/** A role that a newer server may name is shown as it is; none is a viewer (specification §5). */
export const roleBadge = (role: string | undefined): { label: string; look: BadgeLook } =>
  Role.safeParse(role ?? 'viewer').success
    ? ROLE_BADGES[(role ?? 'viewer') as Role]
    : { label: role ?? '', look: 'gray' };

/** Specification §2.2. */
export const ROLE_BADGES: Record<Role, { label: string; look: BadgeLook }> = {
  admin: { label: 'Admin', look: 'red' },
  editor: { label: 'Editor', look: 'blue' },
  viewer: { label: 'Viewer', look: 'gray' },
};
