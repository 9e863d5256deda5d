import type { TenantSettings } from '@tracker/schemas/contracts/company.contract';
import { Retention } from '@tracker/schemas/retention';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { mistakesIn } from '../../data/mistakes.ts';
import { useEdit } from '../../data/use-edit.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { numberOf } from '../../ui/use-form.ts';
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

const textsOf = ({
  retention: { clicksMonths, deliveriesDays, auditDays },
}: Pick<TenantSettings, 'retention'>): Texts => ({
  clicksMonths: String(clicksMonths),
  deliveriesDays: String(deliveriesDays),
  auditDays: String(auditDays),
});

const numbersIn = (texts: Texts) => Object.fromEntries(FIELDS.map(({ name }) => [name, numberOf(texts[name])]));
const bodyOf = (texts: Texts) => ({ retention: numbersIn(texts) as Retention });

function RetentionForm({ tenantId, retention }: { tenantId: string } & Pick<TenantSettings, 'retention'>) {
  const save = useChangeTenant(tenantId);
  const edit = useEdit({ entity: { retention }, inputOf: textsOf, bodyOf });
  const submit = () => {
    if (save.isPending) return;
    const parsed = Retention.safeParse(numbersIn(edit.values));
    if (!parsed.success) return edit.fail(mistakesIn(parsed.error));
    edit.fail({});
    save.mutate(edit.changeOf({ retention: parsed.data }), {
      onError: (error) => {
        toast({
          look: 'destructive',
          title: 'Erro ao salvar',
          description: 'Não foi possível salvar a retenção. Tente novamente.',
        });
        edit.refuse(error, {});
      },
      onSuccess: (saved) => {
        edit.saved(saved);
        toast({ title: 'Retenção salva' });
      },
    });
  };
  return (
    <form {...edit.form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-3 sm:px-5">
      {FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          {...edit.field(name)}
          required
          inputMode="numeric"
          maxLength={4}
        />
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
