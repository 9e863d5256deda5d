import { type Profile, ProfileChange } from '@tracker/schemas/contracts/profile.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { mistakesIn } from '../../data/mistakes.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangeProfile, useProfile } from './queries.ts';
import { QuietHoursFields } from './quiet-hours-fields.tsx';

/** When mails and notices of the company wait. */
export function QuietHoursCard() {
  const profile = useProfile();
  return (
    <FetchedCard
      title="Emails e avisos"
      note="Vale para esta empresa. Links que você pede e alertas de segurança chegam sempre na hora."
      query={profile}
      loading={<Skeleton className="mx-4 mb-5 h-24 sm:mx-5" />}
    >
      {(loaded) => <QuietHoursForm profile={loaded} />}
    </FetchedCard>
  );
}

function QuietHoursForm({ profile: { quiet } }: { profile: Profile }) {
  const { timeZone } = useSession().tenant;
  const save = useChangeProfile();
  const { values, errors, change, fail, form } = useForm({
    isQuiet: quiet !== null,
    from: String(quiet?.from ?? 22),
    until: String(quiet?.until ?? 7),
  });
  const submit = () => {
    if (save.isPending) return;
    const { isQuiet, from, until } = values;
    const parsed = ProfileChange.safeParse({ quiet: isQuiet ? { from: Number(from), until: Number(until) } : null });
    if (!parsed.success) return fail({ until: mistakesIn(parsed.error).quiet });
    fail({});
    save.mutate(parsed.data, {
      onSuccess: () => toast({ title: 'Horas de silêncio salvas' }),
      onError: (error) => failureToast('Erro ao salvar', error, 'Não foi possível salvar as horas de silêncio.'),
    });
  };
  return (
    <form {...form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:px-5">
      <QuietHoursFields
        label="Esperar o fim de um horário"
        hint={`No horário da empresa (${timeZone}). O que não é urgente chega depois.`}
        values={values}
        error={errors.until}
        onChange={change}
      />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar horário'}
        </Button>
      </div>
    </form>
  );
}
