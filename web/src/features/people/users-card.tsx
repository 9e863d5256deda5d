import type { UseQueryResult } from '@tanstack/react-query';
import type { User } from '@tracker/schemas/contracts/auth.contract';
import type { MadeByPerson, Member } from '@tracker/schemas/contracts/people.contract';
import { Role } from '@tracker/schemas/roles';
import { Crown, Trash2, UserRoundCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantDay } from '../../format/days.ts';
import { useSession } from '../../session/session.ts';
import { Avatar } from '../../shell/avatar.tsx';
import { fullNameOf, ROLE_BADGES } from '../../shell/person.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { MadeDialog, NOTHING_DECIDED } from './made-dialog.tsx';
import { MADE_BY_PERSON } from './people-texts.ts';
import { type Decided, useChangeOwner, useChangeRole, useMadeBy, useRemoveUser } from './queries.ts';
import { ROLE_SUMMARIES } from './role-words.ts';

interface UsersCardProps extends Pick<ActionsProps, 'onKnewKeys'> {
  query: UseQueryResult<Member[]>;
}

export function UsersCard({ query, onKnewKeys }: UsersCardProps) {
  const { user: self, tenant } = useSession();
  const isOwner = query.data?.find(({ id }) => id === self.id)?.isOwner ?? false;
  const columns: readonly Column<Member>[] = [
    { key: 'user', label: 'Usuário', cell: (user) => <Who user={user} isSelf={user.id === self.id} /> },
    { key: 'email', label: 'Email', cell: ({ email }) => email, className: 'max-w-80 truncate' },
    { key: 'role', label: 'Permissão', cell: ({ role }) => <RoleText role={role} /> },
    {
      key: 'since',
      label: 'Membro desde',
      cell: ({ createdAt }) => <span className="figure">{formatInstantDay(createdAt, tenant.timeZone)}</span>,
      className: 'whitespace-nowrap',
    },
    {
      key: 'actions',
      label: 'Ações',
      cell: (user) =>
        user.id === self.id ? (
          <span className="text-muted">Você</span>
        ) : user.isOwner ? null : (
          <Actions user={user} mayOwn={isOwner && user.role === 'admin'} onKnewKeys={onKnewKeys} />
        ),
      className: 'w-px whitespace-nowrap',
    },
  ];
  return (
    <FetchedCard
      title="Usuários"
      note="Mudanças de permissão e remoções valem na hora, sem novo login."
      query={query}
      loading={<TableSkeleton rows={2} className="h-[53px]" />}
    >
      {(users) => (
        <DataTable
          label="Usuários da empresa"
          columns={columns}
          items={users}
          keyOf={({ id }) => id}
          detailLabel={(user) => `Detalhes de ${fullNameOf(user)}`}
          summary={(user) => ({
            title: fullNameOf(user),
            figure: <Badge look={ROLE_BADGES[user.role].look}>{ROLE_BADGES[user.role].label}</Badge>,
            notes: [user.email],
            end: user.id === self.id ? 'Você' : undefined,
          })}
        />
      )}
    </FetchedCard>
  );
}

const Who = ({ user, isSelf }: { user: Member; isSelf: boolean }) => (
  <span className="flex min-w-44 items-center gap-2.5">
    <Avatar user={user} />
    <span className="font-medium">{fullNameOf(user)}</span>
    {user.isOwner && <Badge look="blue">Dono</Badge>}
    {user.hasSecondFactor && <Badge look="good">Duas etapas</Badge>}
    {isSelf && <UserRoundCheck size={16} className="shrink-0 text-accent" aria-hidden data-self />}
  </span>
);

const RoleText = ({ role }: { role: User['role'] }) => (
  <span className="flex min-w-40 flex-col items-start gap-0.5">
    <Badge look={ROLE_BADGES[role].look}>{ROLE_BADGES[role].label}</Badge>
    <span className="text-muted text-xs">{ROLE_SUMMARIES[role]}</span>
  </span>
);

const ROLES = Role.options.map((value) => ({ value, label: ROLE_BADGES[value].label }));

const REMOVE_QUESTION = 'Tem certeza que deseja remover este usuário?';

interface ActionsProps {
  user: User;
  /** The person who looks owns the company, and may hand it over to this one. */
  mayOwn: boolean;
  /** The person has seen the webhook keys, and is no administrator any more. */
  onKnewKeys: (name: string) => void;
}

/** What waits for the decision about what the person made. */
type Decision = { readonly kind: 'removal' } | { readonly kind: 'demotion'; readonly role: Role };

function Actions({ user, mayOwn, onKnewKeys }: ActionsProps) {
  const name = fullNameOf(user);
  const nameId = useId();
  const isAdmin = user.role === 'admin';
  const changeRole = useChangeRole(user.id, {
    onSuccess: () => {
      toast({ title: 'Role atualizada', description: `A nova permissão de ${name} já está valendo.` });
      if (isAdmin) onKnewKeys(name);
    },
    onError: (error) => failureToast('Erro ao atualizar role', error, 'Não foi possível atualizar a permissão.'),
  });
  const remove = useRemoveUser(user.id, {
    onSuccess: () => {
      toast({ title: 'Usuário removido', description: `${name} não tem mais acesso aos dados da empresa.` });
      if (isAdmin) onKnewKeys(name);
    },
    onError: (error) => failureToast('Erro ao remover usuário', error, 'Não foi possível remover o usuário.'),
  });
  const isPending = changeRole.isPending || remove.isPending;
  const madeBy = useMadeBy(user.id);
  const [asked, setAsked] = useState<{ readonly decision: Decision; readonly made: readonly MadeByPerson[] }>();

  const decide = (decision: Decision, decided: Decided) =>
    decision.kind === 'removal' ? remove.mutate(decided) : changeRole.mutate({ role: decision.role, decided });
  /** What lets something out outlives the person's rights only when a person says so. */
  const askAboutMade = async (decision: Decision) => {
    try {
      const made = await madeBy();
      if (made.length > 0) setAsked({ decision, made });
      else decide(decision, NOTHING_DECIDED);
    } catch (error) {
      if (decision.kind === 'removal') {
        failureToast('Erro ao remover usuário', error as Error, 'Não foi possível remover o usuário.');
      } else failureToast('Erro ao atualizar role', error as Error, 'Não foi possível atualizar a permissão.');
    }
  };
  const change = (role: Role) => {
    if (isPending || role === user.role) return;
    if (isAdmin) void askAboutMade({ kind: 'demotion', role });
    else changeRole.mutate({ role, decided: NOTHING_DECIDED });
  };
  const confirmRemoval = () => {
    if (!isPending && window.confirm(REMOVE_QUESTION)) void askAboutMade({ kind: 'removal' });
  };
  return (
    <span className="flex items-center gap-2">
      <span id={nameId} hidden>
        {name}
      </span>
      <Select
        aria-label={`Permissão de ${name}`}
        value={(changeRole.isPending && changeRole.variables.role) || user.role}
        onChange={change}
        options={ROLES}
        className="w-24"
      />
      <Button look="ghost" size="small" aria-describedby={nameId} disabled={isPending} onClick={confirmRemoval}>
        <Trash2 size={15} aria-hidden /> Remover
      </Button>
      {mayOwn && <HandOver user={user} />}
      <MadeDialog
        name={name}
        texts={MADE_BY_PERSON[asked?.decision.kind ?? 'removal']}
        made={asked?.made ?? []}
        onClose={() => setAsked(undefined)}
        onDecide={(decided) => {
          if (asked) decide(asked.decision, decided);
          setAsked(undefined);
        }}
      />
    </span>
  );
}

function HandOver({ user }: { user: User }) {
  const { tenant } = useSession();
  const name = fullNameOf(user);
  const [isAsking, setAsking] = useState(false);
  const change = useChangeOwner(tenant.id, user, {
    onSuccess: () => toast({ title: 'Empresa passada', description: `${name} é o novo dono de ${tenant.name}.` }),
    onError: (error) => failureToast('Erro ao passar a empresa', error, 'Não foi possível passar a empresa.'),
  });
  return (
    <>
      <Button look="ghost" size="small" onClick={() => setAsking(true)}>
        <Crown size={15} aria-hidden /> Tornar dono
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Passar ${tenant.name} para ${name}?`}
        label="Passar a empresa"
        pendingLabel="Passando..."
        isPending={change.isPending}
        onConfirm={() => change.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        <p>
          Só {name} poderá desfazer isso. Você continua administrador, e {name} não poderá ser removido por outros.
        </p>
      </ConfirmDialog>
    </>
  );
}
