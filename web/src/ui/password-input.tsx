import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type ControlFieldProps, Field } from './field.tsx';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'className'>;

/** A password input with a button that shows the text. The label of the button names its next action. */
function PasswordInput(props: PasswordInputProps) {
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

export const PasswordField = ({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: ControlFieldProps<PasswordInputProps>) => (
  <Field label={label} hint={hint} error={error} optional={optional} className={className}>
    {(control) => <PasswordInput {...control} {...input} />}
  </Field>
);

/** A password that is chosen here, or typed again. */
export const NewPasswordField = (props: ControlFieldProps<PasswordInputProps>) => (
  <PasswordField {...props} required autoComplete="new-password" maxLength={256} />
);
