import type { Pixel } from '@tracker/schemas/contracts/pixel.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { MadeByNote } from '../../data/made-by.tsx';
import { mistakesIn } from '../../data/mistakes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { usePixelCalls, useSetPixel, useTestPixel } from './pixel-queries.ts';
import { usePlatform } from './platform.ts';

const NO_TOKEN = 'Informe o token de acesso.';

export function PixelForm({ pixel, onRemove }: { pixel: Pixel; onRemove: () => void }) {
  const save = useSetPixel();
  const words = usePlatform().pixel;
  const { set } = usePixelCalls();
  const { values, field, change, fail, form } = useForm({
    pixelId: pixel.pixelId ?? '',
    token: '',
    testCode: pixel.testCode ?? '',
    enabled: pixel.pixelId === null || pixel.enabled,
  });
  const submit = () => {
    if (save.isPending) return;
    const { token, ...others } = values;
    const input = { ...others, ...(token.trim() !== '' && { token }) };
    const { error: wrong } = set.body.safeParse(input);
    const mistakes = wrong ? mistakesIn(wrong) : {};
    if (token.trim() === '' && !pixel.tokenSet) mistakes.token = NO_TOKEN;
    if (Object.keys(mistakes).length > 0) return fail(mistakes);
    save.mutate(input, {
      onError: (error) => fail(failureToast('Erro ao salvar', error, 'Não foi possível salvar o pixel.')),
      onSuccess: () => {
        change({ token: '' });
        toast({
          title: 'Pixel salvo',
          description: values.enabled ? 'As próximas vendas aprovadas serão enviadas.' : 'Nenhuma venda será enviada.',
        });
      },
    });
  };
  return (
    <form {...form(submit)} aria-label="Pixel" className="flex flex-col gap-4">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <TextField
          label="ID do pixel"
          hint={words?.idHint}
          {...field('pixelId')}
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          placeholder={words?.idExample}
        />
        <TextField
          label="Código de teste"
          optional
          hint={words?.testCodeHint}
          {...field('testCode')}
          maxLength={64}
          autoComplete="off"
        />
      </div>
      <PasswordField
        label="Token de acesso"
        hint={
          pixel.tokenSet
            ? 'Já definido. Preencha só para trocar; guardamos cifrado e nunca mostramos de novo.'
            : `${words?.tokenHint} Guardamos cifrado e nunca mostramos de novo.`
        }
        {...field('token')}
        autoComplete="off"
        maxLength={1_024}
        spellCheck={false}
      />
      <Checkbox
        name="enabled"
        label="Enviar as vendas aprovadas"
        hint="Reembolsos, testes e leads nunca são enviados. Do comprador vão hashes SHA-256 do email, telefone, nome e endereço; do click, o IP e o navegador."
        isChecked={values.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <MadeByNote verb="Criado" by={pixel.madeBy} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
        {pixel.pixelId !== null && (
          <>
            <TestButton isReady={pixel.testCode !== null} />
            <Button look="outline" onClick={onRemove}>
              Remover
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function TestButton({ isReady }: { isReady: boolean }) {
  const test = useTestPixel();
  const run = () =>
    test.mutate(undefined, {
      onError: (error) => failureToast('Erro no teste', error, 'Não foi possível enviar o evento de teste.'),
      onSuccess: ({ success, message }) =>
        toast({
          title: success ? 'Evento de teste recebido' : 'Evento de teste recusado',
          description: message,
          ...(!success && { look: 'destructive' as const }),
        }),
    });
  return (
    <Button
      look="outline"
      disabled={!isReady || test.isPending}
      title={isReady ? undefined : 'Salve antes um código de teste.'}
      onClick={run}
    >
      {test.isPending ? 'Enviando...' : 'Enviar evento de teste'}
    </Button>
  );
}
