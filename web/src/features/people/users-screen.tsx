import { Link } from '@tanstack/react-router';
import { Role } from '@tracker/schemas/roles';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { ROLE_BADGES } from '../../shell/person.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesCard } from './invites-card.tsx';
import { WEBHOOK_KEYS_KNOWN } from './people-texts.ts';
import { useInvites, useUsers } from './queries.ts';
import { countOfUsers, ROLE_EXPLANATIONS } from './role-words.ts';
import { UsersCard } from './users-card.tsx';

const PermissionLevels = () => (
  <Card>
    <CardHeader title="Níveis de permissão" note="Cada nível inclui o que o nível abaixo dele pode." />
    <dl className="grid gap-3 px-4 pb-4 sm:px-5">
      {Role.options.map((role) => (
        <div key={role} className="flex gap-3">
          <dt className="w-14 shrink-0">
            <Badge look={ROLE_BADGES[role].look}>{ROLE_BADGES[role].label}</Badge>
          </dt>
          <dd className="text-soft-ink">{ROLE_EXPLANATIONS[role]}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

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
