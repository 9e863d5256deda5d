import { failureToast } from '../../data/failure-toast.ts';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { usePlatform } from './platform.ts';
import { FAILURES, useSetHistoryDays } from './queries.ts';

const CHOICES = [
  ['90', '90 dias'],
  ['180', '6 meses'],
  ['365', '12 meses'],
  ['730', '24 meses'],
  ['1110', '37 meses, tudo o que há'],
] as const;

/** How far back the spend of linked campaigns is read. */
export function HistoryDays({ days }: { days: number }) {
  const { name } = usePlatform();
  const save = useSetHistoryDays();
  const value = String(days);
  const isListed = CHOICES.some(([one]) => one === value);
  const choose = (next: string) => {
    if (next === value || save.isPending) return;
    save.mutate(Number(next), {
      onSuccess: () =>
        toast({ title: 'Período salvo', description: `O ${name} é lido a partir da próxima sincronização.` }),
      onError: (error) => failureToast('Erro ao salvar', error, FAILURES.change),
    });
  };
  return (
    <div className="px-4 pb-3 sm:px-5">
      <p className="mb-1 text-[13px] text-muted">Ler os gastos de</p>
      <Select
        aria-label="Ler os gastos de"
        value={value}
        onChange={choose}
        options={[
          ...(isListed ? [] : [{ value, label: `${value} dias` }]),
          ...CHOICES.map(([one, label]) => ({ value: one as string, label })),
        ]}
      />
    </div>
  );
}
