import type { User } from '@tracker/schemas/contracts/auth.contract';
import { initialsOf } from './person.ts';

export const Avatar = ({ user }: { user: User }) => (
  <span
    aria-hidden
    className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs"
  >
    {initialsOf(user)}
  </span>
);
