import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesCard } from './invites-card.tsx';
import { WEBHOOK_KEYS_KNOWN } from './people-texts.ts';
import { PermissionLevels } from './permission-levels.tsx';
import { useInvites, useUsers } from './queries.ts';
import { countOfUsers } from './role-words.ts';
import { UsersCard } from './users-card.tsx';

export default function UsersScreen() {
  const { tenant } = useSession();
  const users = useUsers(tenant.id);
  const invites = useInvites(tenant.id);
  const [isInviting, setInviting] = useState(false);
  const [whoKnewKeys, setWhoKnewKeys] = useState<string>();
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
      {whoKnewKeys !== undefined && (
        <Notice label={WEBHOOK_KEYS_KNOWN.label}>
          {WEBHOOK_KEYS_KNOWN.text(whoKnewKeys)}{' '}
          <Link to="/webhook" className="font-medium underline">
            {WEBHOOK_KEYS_KNOWN.action}
          </Link>
          {' · '}
          <button type="button" className="cursor-pointer underline" onClick={() => setWhoKnewKeys(undefined)}>
            {WEBHOOK_KEYS_KNOWN.dismiss}
          </button>
        </Notice>
      )}
      <div className="grid gap-3 sm:gap-4">
        <UsersCard query={users} onKnewKeys={setWhoKnewKeys} />
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
