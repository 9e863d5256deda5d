import { type FormEvent, useRef, useState } from 'react';

export type FieldErrors<Values> = Partial<Record<keyof Values & string, string | undefined>>;

export interface FormField {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  error: string | undefined;
}

/**
 * The state of every form: texts as typed, an error at each field that disappears when the field changes, and the focus on the
 * first invalid field. Fields are found by their `name`, in page order.
 */
export function useForm<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const element = useRef<HTMLFormElement>(null);

  const change = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((name) => [name, undefined])),
    }));
  };
  /** For an `<input>` or `<textarea>` that holds one of the texts. */
  const text = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name] as string,
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as unknown as Partial<Values>),
  });
  const fail = (next: FieldErrors<Values>) => {
    setErrors(next);
    const wrong = [...(element.current?.elements ?? [])].find(
      (control) => next[control.getAttribute('name') as keyof Values & string] !== undefined,
    );
    if (wrong instanceof HTMLElement) wrong.focus();
  };
  return {
    values,
    errors,
    change,
    /** Shows the errors at their fields; an empty object takes all of them away. */
    fail,
    reset: (next: Values = initial) => {
      setValues(next);
      setErrors({});
    },
    text,
    /** For a `TextField` or `PasswordField`. */
    field: (name: keyof Values & string): FormField => ({ ...text(name), error: errors[name] }),
    /** For the `<form>`: toasts and sentences speak instead of the browser's bubbles. */
    form: (submit: () => void) => ({
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    }),
  };
}

/** A number as typed; no text is no number, where `Number` would say 0. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
