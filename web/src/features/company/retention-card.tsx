import type { TenantSettings } from '@tracker/schemas/contracts/company.contract';
import { Retention } from '@tracker/schemas/retention';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { mistakesIn } from '../../data/mistakes.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { numberOf, useForm } from '../../ui/use-form.ts';
import { useChangeTenant, useTenantSettings } from './queries.ts';

const FIELDS = [
  { name: 'clicksMonths', label: 'Clicks e páginas vistas (meses)', hint: 'De 1 a 120 meses.' },
  { name: 'deliveriesDays', label: 'Entregas de webhooks (dias)', hint: 'De 7 a 3.650 dias.' },
  { name: 'auditDays', label: 'Registro de auditoria (dias)', hint: 'De 90 a 3.650 dias.' },
] as const;

export function RetentionCard() {
  const query = useTenantSettings(useSession().tenant.id);
  return (
    <FetchedCard
      title="Retenção"
      note="O que é mais antigo é apagado toda noite. Vendas e os números dos dias já fechados ficam."
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-32 sm:mx-5" />}
    >
      {({ id, retention }) => <RetentionForm tenantId={id} retention={retention} />}
    </FetchedCard>
  );
}

type Texts = Record<keyof Retention, string>;

const textsOf = ({ clicksMonths, deliveriesDays, auditDays }: Retention): Texts => ({
  clicksMonths: String(clicksMonths),
  deliveriesDays: String(deliveriesDays),
  auditDays: String(auditDays),
});

function RetentionForm({ tenantId, retention }: { tenantId: string } & Pick<TenantSettings, 'retention'>) {
  const save = useChangeTenant(tenantId);
  const { values, change, fail, field, form } = useForm<Texts>(textsOf(retention));
  const submit = () => {
    if (save.isPending) return;
    const numbers = Object.fromEntries(FIELDS.map(({ name }) => [name, numberOf(values[name])]));
    const body = Retention.safeParse(numbers);
    if (!body.success) return fail(mistakesIn(body.error));
    fail({});
    save.mutate(
      { retention: body.data },
      {
        onError: () =>
          toast({
            look: 'destructive',
            title: 'Erro ao salvar',
            description: 'Não foi possível salvar a retenção. Tente novamente.',
          }),
        onSuccess: (saved) => {
          change(textsOf(saved.retention));
          toast({ title: 'Retenção salva' });
        },
      },
    );
  };
  return (
    <form {...form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-3 sm:px-5">
      {FIELDS.map(({ name, label, hint }) => (
        <TextField key={name} label={label} hint={hint} {...field(name)} required inputMode="numeric" maxLength={4} />
      ))}
      <p className="text-muted text-xs sm:col-span-3">O que foi apagado não pode ser recuperado.</p>
      <div className="sm:col-span-3">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Aplicar retenção'}
        </Button>
      </div>
    </form>
  );
}
