import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'className'>;

/** A password input with a button that shows the text. The label of the button names its next action. */
export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? 'Ocultar senha' : 'Mostrar senha';
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-11" />
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-r-lg text-muted hover:text-ink"
      >
        <Icon size={17} aria-hidden />
      </button>
    </div>
  );
}

interface NewPasswordFieldProps extends PasswordInputProps {
  label: string;
  hint?: string;
  error: string | undefined;
}

/** A password that is chosen here, or typed again. */
export const NewPasswordField = ({ label, hint, error, ...input }: NewPasswordFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <PasswordInput {...control} {...input} required autoComplete="new-password" maxLength={256} />}
  </Field>
);
