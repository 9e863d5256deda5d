import { type FoundPerson, PersonSearch } from '@tracker/schemas/contracts/privacy.contract';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { mistakesIn } from '../../data/mistakes.ts';
import { saveFile } from '../../data/save-file.ts';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { ErasePersonDialog, personName } from './erase-person-dialog.tsx';
import { useExportPerson, useSearchPersons } from './privacy-calls.ts';

const WAYS: Readonly<Record<PersonSearch['by'], { label: string; placeholder: string; type: string }>> = {
  email: { label: 'Email', placeholder: 'pessoa@exemplo.com', type: 'email' },
  phone: { label: 'Telefone', placeholder: '(11) 99999-8888', type: 'tel' },
  transaction: { label: 'Transação', placeholder: 'HP0123456789', type: 'text' },
};
const BY = PersonSearch.shape.by.options;

/** What a person may ask of the company by law. Nothing of a search stays in the address or in the browser's history. */
export function PrivacyCard() {
  const search = useSearchPersons();
  const { values, errors, change, fail, text, form } = useForm({ by: 'email' as PersonSearch['by'], value: '' });
  const [chosen, setChosen] = useState<FoundPerson>();
  const way = WAYS[values.by];

  const submit = () => {
    if (search.isPending) return;
    const asked = PersonSearch.safeParse(values);
    if (!asked.success) return fail(mistakesIn(asked.error));
    fail({});
    search.mutate(asked.data, {
      onError: (error) => fail(failureToast('Erro na busca', error, 'Não foi possível buscar a pessoa.')),
    });
  };
  return (
    <Card aria-labelledby="privacy">
      <CardHeader
        id="privacy"
        title="Privacidade"
        note="Encontre uma pessoa para exportar ou apagar os dados dela, como a LGPD permite que ela peça."
      />
      <form {...form(submit)} className="grid items-start gap-4 px-4 pt-1 pb-4 sm:grid-cols-[10rem_1fr_auto] sm:px-5">
        <SelectField
          label="Buscar por"
          value={values.by}
          onChange={(by) => change({ by, value: '' })}
          options={BY.map((by) => ({ value: by, label: WAYS[by].label }))}
        />
        <Field label={way.label} error={errors.value}>
          {(control) => (
            <Input
              {...control}
              {...text('value')}
              key={values.by}
              type={way.type}
              required
              maxLength={254}
              autoComplete="off"
              placeholder={way.placeholder}
            />
          )}
        </Field>
        <Button type="submit" className="sm:mt-[26px]" disabled={search.isPending}>
          {search.isPending ? 'Buscando...' : 'Buscar pessoa'}
        </Button>
      </form>
      <div aria-live="polite">{search.data && <Found persons={search.data} onErase={setChosen} />}</div>
      <ErasePersonDialog
        person={chosen}
        onClose={() => setChosen(undefined)}
        onErased={() => search.variables && search.mutate(search.variables)}
      />
    </Card>
  );
}

function Found({ persons, onErase }: { persons: readonly FoundPerson[]; onErase: (person: FoundPerson) => void }) {
  if (persons.length === 0) {
    return <p className="px-4 pb-5 text-muted text-sm sm:px-5">Nenhuma pessoa encontrada com este dado.</p>;
  }
  return (
    <ul aria-label="Pessoas encontradas" className="border-line border-t">
      {persons.map((person) => (
        <li
          key={person.personId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-line border-b px-4 py-3.5 last:border-b-0 sm:px-5"
        >
          <PersonSummary person={person} />
          <PersonActions person={person} onErase={() => onErase(person)} />
        </li>
      ))}
    </ul>
  );
}

function PersonSummary({ person }: { person: FoundPerson }) {
  const { email, phone, leads, deliveries, conversions, erasedAt } = person;
  const { timeZone } = useSession().tenant;
  const reached = [email, phone].filter((text) => text !== null && text !== personName(person)).join(' · ');
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
        <span className="break-words">{personName(person)}</span>
        {erasedAt && <Badge look="secondary">Dados apagados em {formatInstantTime(erasedAt, timeZone)}</Badge>}
      </p>
      {reached && <p className="break-words text-[13px] text-soft-ink">{reached}</p>}
      <p className="text-[13px] text-muted">
        {formatCounted(leads, 'lead', 'leads')} ·{' '}
        {formatCounted(deliveries, 'entrega de webhook', 'entregas de webhooks')} ·{' '}
        {formatCounted(conversions, 'conversão', 'conversões')}
      </p>
    </div>
  );
}

function PersonActions({ person, onErase }: { person: FoundPerson; onErase: () => void }) {
  const save = useExportPerson();
  const { personId } = person;
  const exportData = () =>
    save.mutate(personId, {
      onSuccess: (data) => {
        const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
        saveFile(file, `pessoa-${personId.slice(0, 8)}-${data.exportedAt.slice(0, 10)}.json`);
        toast({ title: 'Dados exportados', description: 'O recibo está no registro de auditoria.' });
      },
      onError: (error) => failureToast('Erro ao exportar', error, 'Não foi possível exportar os dados.'),
    });
  return (
    <div className="flex gap-2">
      <Button
        look="outline"
        disabled={save.isPending}
        onClick={exportData}
        aria-label={`Exportar ${personName(person)}`}
      >
        {save.isPending ? 'Exportando...' : 'Exportar'}
      </Button>
      <Button look="outline" onClick={onErase} aria-label={`Apagar ${personName(person)}`}>
        Apagar
      </Button>
    </div>
  );
}
