import type { TenantSettings } from '@tracker/schemas/contracts/company.contract';
import {
  UNVERIFIED_PER_NETWORK,
  type UnverifiedMode,
  UnverifiedSettings,
} from '@tracker/schemas/unverified-conversions';
import { CallError } from '../../data/call.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { mistakesIn } from '../../data/mistakes.ts';
import { useEdit } from '../../data/use-edit.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { numberOf } from '../../ui/use-form.ts';
import { useChangeTenant, useTenantSettings } from './queries.ts';

const MODES: readonly { value: UnverifiedMode; label: string; hint: string }[] = [
  {
    value: 'auto',
    label: 'Automático',
    hint: 'Contam enquanto a empresa não recebe nenhuma venda com chave. Depois da primeira, só aparecem na lista.',
  },
  { value: 'count', label: 'Contar', hint: 'Entram nos números, dentro dos limites abaixo.' },
  { value: 'list', label: 'Só listar', hint: 'Aparecem na lista e ficam fora dos números.' },
  { value: 'refuse', label: 'Recusar', hint: 'Não são aceitas: quem envia recebe o erro 403.' },
];

const LIMITS = [
  { name: 'unverifiedMaxAgeDays', label: 'Idade máxima do click (dias)', hint: 'De 1 a 365 dias.' },
  {
    name: 'unverifiedPerDay',
    label: 'Vendas que contam por dia',
    hint: `De 0 a 10.000, em cada dia UTC. De cada rede contam até ${UNVERIFIED_PER_NETWORK}.`,
  },
] as const;

export function UnverifiedCard() {
  const query = useTenantSettings(useSession().tenant.id);
  return (
    <FetchedCard
      title="Vendas sem chave"
      note="Chegam só com o ID do click, que qualquer pessoa pode copiar. Nunca são enviadas a um pixel ou postback."
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-96 sm:mx-5 sm:h-80" />}
    >
      {(settings) => <UnverifiedForm tenantId={settings.id} settings={settings} />}
    </FetchedCard>
  );
}

/** Numbers as typed. */
type Typed = {
  [Field in keyof UnverifiedSettings]: UnverifiedSettings[Field] extends number ? string : UnverifiedMode;
};

const inputOf = (settings: UnverifiedSettings): Typed => ({
  unverifiedConversions: settings.unverifiedConversions,
  unverifiedMaxAgeDays: String(settings.unverifiedMaxAgeDays),
  unverifiedPerDay: String(settings.unverifiedPerDay),
});

const bodyOf = (values: Typed) => ({
  unverifiedConversions: values.unverifiedConversions,
  unverifiedMaxAgeDays: numberOf(values.unverifiedMaxAgeDays),
  unverifiedPerDay: numberOf(values.unverifiedPerDay),
});

function UnverifiedForm({ tenantId, settings }: { tenantId: string; settings: TenantSettings }) {
  const save = useChangeTenant(tenantId);
  const edit = useEdit({ entity: settings, inputOf, bodyOf });
  const { values, change, field } = edit;
  const submit = () => {
    if (save.isPending) return;
    const parsed = UnverifiedSettings.safeParse(bodyOf(values));
    if (!parsed.success) return edit.fail(mistakesIn(parsed.error));
    edit.fail({});
    save.mutate(edit.changeOf(parsed.data), {
      onError: (error) => {
        toast({
          look: 'destructive',
          title: 'Erro ao salvar',
          description: 'Não foi possível salvar a regra das vendas sem chave. Tente novamente.',
        });
        edit.refuse(error, error instanceof CallError ? error.fields : {});
      },
      onSuccess: (saved) => {
        edit.saved(saved);
        toast({ title: 'Regra salva', description: 'Vale para as vendas que chegarem a partir de agora.' });
      },
    });
  };
  return (
    <form {...edit.form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-2 sm:px-5">
      <div className="sm:col-span-2">
        <RadioGroup
          label="O que fazer com elas"
          name="unverifiedConversions"
          value={values.unverifiedConversions}
          onChange={(unverifiedConversions) => change({ unverifiedConversions })}
          options={MODES}
        />
      </div>
      {LIMITS.map(({ name, label, hint }) => (
        <TextField key={name} label={label} hint={hint} {...field(name)} required inputMode="numeric" maxLength={5} />
      ))}
      <p className="text-muted text-xs sm:col-span-2">
        Uma venda sem chave só conta com um click guardado, e uma vez por click. Uma mudança vale para as vendas que
        chegarem depois dela.
      </p>
      <div className="sm:col-span-2">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar regra'}
        </Button>
      </div>
    </form>
  );
}
