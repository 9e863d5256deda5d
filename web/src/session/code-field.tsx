import { type ComponentProps, useState } from 'react';
import { TextField } from '../ui/field.tsx';

interface CodeFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'ref'> {
  error: string | undefined;
}

/** A code of the authenticator app, or a recovery code where the phone is not at hand. */
export function CodeField({ error, ...input }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        label={isRecovery ? 'Código de recuperação' : 'Código do aplicativo'}
        hint={
          isRecovery ? 'Cada código de recuperação vale uma única vez.' : 'Os 6 dígitos do aplicativo autenticador.'
        }
        error={error}
        className="w-full"
        {...input}
        required
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <button
        type="button"
        className="text-[13px] text-accent underline-offset-2 hover:underline"
        onClick={() => setRecovery(!isRecovery)}
      >
        {isRecovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
      </button>
    </div>
  );
}
