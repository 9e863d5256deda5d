import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/use-form.ts';
import { CallError } from './call.ts';

interface EditOptions<Entity, Values, Body> {
  /** As it was when the form was opened; what others do to it meanwhile changes nothing here. */
  readonly entity: Entity;
  readonly inputOf: (entity: Entity) => Values;
  /** What would be sent if all of it were; undefined for what cannot be meant. */
  readonly bodyOf: (input: Values) => Body | undefined;
}

/**
 * The form of something that exists. It sends the fields that its person changed, with what they saw; where another person changed one of these
 * meanwhile, nothing is saved, and `TheirValues` lets the person choose.
 */
export function useEdit<Entity extends object, Values extends object, Body extends object>({
  entity,
  inputOf,
  bodyOf,
}: EditOptions<Entity, Values, Body>) {
  const [seen, setSeen] = useState(entity);
  const [theirs, setTheirs] = useState<Partial<Values>>({});
  const form = useForm(inputOf(seen));

  return {
    ...form,
    theirs,
    /** The fields of `body` that differ from those of the opening. */
    changeOf(body: Body): Partial<Body> & { seen?: Partial<Body> } {
      const before: Partial<Body> = bodyOf(inputOf(seen)) ?? {};
      const changed = (Object.keys(body) as (keyof Body)[]).filter(
        (field) => JSON.stringify(body[field]) !== JSON.stringify(before[field]),
      );
      const of = (all: Partial<Body>) =>
        Object.fromEntries(changed.map((field) => [field, all[field]])) as Partial<Body>;
      return changed.length === 0 ? {} : { ...of(body), seen: of(before) };
    },
    /** What is stored now is what the person sees from here on. */
    saved(stored: Entity) {
      setSeen(stored);
      setTheirs({});
      form.reset(inputOf(stored));
    },
    /** Saving again after a refusal keeps one's own values. */
    refuse(error: Error, fields: Readonly<Record<string, string>>) {
      const current = error instanceof CallError ? error.current : undefined;
      if (current) {
        const now = { ...seen, ...current };
        const values = inputOf(now);
        setSeen(now);
        setTheirs(Object.fromEntries(Object.entries(values).filter(([field]) => field in current)) as Partial<Values>);
      }
      form.fail(fields as Parameters<typeof form.fail>[0]);
    },
    takeTheirs() {
      form.change(theirs);
      setTheirs({});
    },
  };
}

interface TheirValuesProps<Values> {
  readonly edit: { readonly theirs: Partial<Values>; readonly takeTheirs: () => void };
  readonly labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** How a value reads where it is no text, or is a choice. */
  readonly textOf?: (field: keyof Values & string, value: unknown) => string;
}

/** What another person made of the fields that the person changed, too. */
export function TheirValues<Values>({
  edit,
  labels,
  textOf = (_field, value) => String(value),
}: TheirValuesProps<Values>) {
  const fields = Object.keys(edit.theirs) as (keyof Values & string)[];
  if (fields.length === 0) return null;
  return (
    <section aria-label="Valores atuais" className="rounded-lg border border-line bg-sunken px-3 py-2 text-[13px]">
      <p className="font-medium text-soft-ink">Outra pessoa mudou isto enquanto você editava. Agora está assim:</p>
      <dl className="my-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {fields.map((field) => (
          <div key={field} className="contents">
            <dt className="text-muted">{labels[field] ?? field}</dt>
            <dd className="break-words">{textOf(field, edit.theirs[field]) || '–'}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button look="outline" onClick={edit.takeTheirs}>
          Usar estes valores
        </Button>
        <span className="text-muted">ou salve de novo para ficar com os seus.</span>
      </div>
    </section>
  );
}
