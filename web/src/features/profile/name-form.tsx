import type { User } from '@tracker/schemas/contracts/auth.contract';
import { ProfileChange } from '@tracker/schemas/contracts/profile.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { useSession } from '../../session/session.ts';
import { roleBadge } from '../../shell/person.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useChangeProfile } from './queries.ts';

const inputOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => ({ firstName, lastName });

export function NameForm() {
  const { user, tenant } = useSession();
  const save = useChangeProfile();
  const edit = useEdit({ entity: user, inputOf, bodyOf: (input: ReturnType<typeof inputOf>) => input });
  const { fail, field } = edit;
  const role = roleBadge(user.role);

  const submit = () => {
    if (save.isPending) return;
    const parsed = ProfileChange.safeParse(edit.changeOf(edit.values));
    if (!parsed.success) {
      const wrong = parsed.error.issues.map(({ path, message }) => [String(path[0]), message]);
      return fail(Object.fromEntries(wrong));
    }
    fail({});
    save.mutate(parsed.data, {
      onSuccess: (saved) => {
        edit.saved(saved);
        toast({ title: 'Perfil salvo' });
      },
      onError: (error) =>
        edit.refuse(error, failureToast('Erro ao salvar', error, 'Não foi possível salvar o perfil.')),
    });
  };

  return (
    <Card aria-labelledby="dados">
      <CardHeader id="dados" title="Dados pessoais" />
      <form {...edit.form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-2 sm:px-5">
        <TextField label="Nome" {...field('firstName')} required autoComplete="given-name" maxLength={80} />
        <TextField label="Sobrenome" {...field('lastName')} required autoComplete="family-name" maxLength={80} />
        <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm sm:col-span-2">
          <div className="min-w-0">
            <dt className="text-[13px] text-muted">Email</dt>
            <dd className="break-all">{user.email}</dd>
          </div>
          <div className="min-w-0">
            <dt className="text-[13px] text-muted">Empresa</dt>
            <dd className="break-words">{tenant.name}</dd>
          </div>
          <div>
            <dt className="text-[13px] text-muted">Permissão</dt>
            <dd>
              <Badge look={role.look}>{role.label}</Badge>
            </dd>
          </div>
        </dl>
        <div className="empty:hidden sm:col-span-2">
          <TheirValues edit={edit} labels={{ firstName: 'Nome', lastName: 'Sobrenome' }} />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Salvando...' : 'Salvar'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
