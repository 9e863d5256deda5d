import { useMemo } from 'react';
import { encode } from 'uqr';
import { failureToast } from '../../data/failure-toast.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useConfirmSecondFactor } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SecondFactorSetupProps {
  secret: string;
  uri: string;
  /** The codes were shown and kept. */
  onDone: () => void;
}

/** From the QR code to the recovery codes. */
export default function SecondFactorSetup({ secret, uri, onDone }: SecondFactorSetupProps) {
  const confirm = useConfirmSecondFactor();
  const { values, errors, fail, text, form } = useForm({ code: '' });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;

  const submit = () => {
    if (confirm.isPending) return;
    if (values.code.trim() === '') return fail({ code: 'Informe o código.' });
    confirm.mutate(values.code, {
      onError: (error) => fail(failureToast('Erro ao ativar', error, 'Não foi possível ativar a verificação.')),
    });
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-3 pl-5 text-soft-ink">
        <li>
          Leia o código QR com um aplicativo autenticador, como Google Authenticator, Microsoft Authenticator ou
          1Password.
          <QrCode text={uri} />
          <span className="mt-2 flex flex-wrap items-center gap-2 text-[13px]">
            Ou digite a chave:
            <code className="min-w-0 break-all text-xs">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={secret} what="chave" isIcon />
          </span>
        </li>
        <li>Informe o código de 6 dígitos que ele mostra.</li>
      </ol>
      <Field label="Código do aplicativo" error={errors.code}>
        {(control) => (
          <Input
            {...control}
            {...text('code')}
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={64}
            className="sm:max-w-48"
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" disabled={confirm.isPending}>
          {confirm.isPending ? 'Ativando...' : 'Ativar'}
        </Button>
      </div>
    </form>
  );
}

/** Dark on white in both themes, as cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label="Código QR para o aplicativo autenticador"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mt-2 size-44 rounded-lg border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
