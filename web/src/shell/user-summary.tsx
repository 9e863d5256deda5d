import { useSession } from '../session/session.ts';
import { Avatar } from './avatar.tsx';
import { fullNameOf } from './person.ts';

/** Initials, full name, e-mail and tenant (specification §2.2). */
export function UserSummary() {
  const { user, tenant } = useSession();
  return (
    <>
      <Avatar user={user} />
      <span className="min-w-0 flex-1 text-left leading-tight">
        <span className="block truncate font-medium text-[13px]">{fullNameOf(user)}</span>
        <span className="block truncate text-muted text-xs">{user.email}</span>
        <span className="block truncate text-muted text-xs">{tenant.name}</span>
      </span>
    </>
  );
}
