import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../auth/auth.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesCard } from './invites-card.tsx';
import { PermissionLevels } from './permission-levels.tsx';
import { useInvites, useUsers } from './queries.ts';
import { countOfUsers } from './role-words.ts';
import { UsersCard } from './users-card.tsx';

export default function UsersScreen() {
  const { tenant } = useSession();
  const users = useUsers(tenant.id);
  const invites = useInvites(tenant.id);
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title="Gestão de Usuários"
        note={users.data ? `${countOfUsers(users.data.length)} em ${tenant.name}` : 'Quem acessa os dados da empresa'}
      >
        <Button size="small" onClick={() => setInviting(true)}>
          <UserPlus size={16} aria-hidden /> Convidar usuário
        </Button>
      </PageHeader>
      <div className="grid gap-3 sm:gap-4">
        <UsersCard query={users} />
        {/* Only below lists that have their length: what comes later jumps nowhere. */}
        {!users.isPending && !invites.isPending && (
          <div className="grid items-start gap-3 sm:gap-4 xl:grid-cols-2">
            <InvitesCard query={invites} />
            <PermissionLevels />
          </div>
        )}
      </div>
      <InviteDialog isOpen={isInviting} onOpenChange={setInviting} />
    </>
  );
}
