import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { GUIDES } from '@tracker/schemas/checkouts/generated/guides';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { isWeakSecret } from '@tracker/schemas/checkouts/typed-secret';
import { typedSecretTexts } from '@tracker/schemas/texts/typed-secrets';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { MutationDialog } from '../../data/mutation-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useRemoveSecret, useRemoveToken, useRotateKey, useSetSecret, useSetToken } from './queries.ts';
import { secretHint } from './secret-texts.ts';

interface KeyDialogProps {
  checkout: CheckoutId;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function SetSecretDialog({ isReplacing, ...props }: KeyDialogProps & { isReplacing: boolean }) {
  const { checkout, isOpen, onOpenChange } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={isReplacing ? 'Trocar segredo' : 'Definir segredo'}
      description={`${CHECKOUTS[checkout].label}. ${GUIDES[checkout].secret}`}
    >
      <SecretForm checkout={checkout} isReplacing={isReplacing} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface SecretFormProps {
  checkout: CheckoutId;
  isReplacing: boolean;
  onDone: () => void;
}

function SecretForm({ checkout, isReplacing, onDone }: SecretFormProps) {
  const setSecret = useSetSecret(checkout);
  const { values, field, change, fail, form } = useForm({ secret: '' });
  const [made, setMade] = useState<string>();
  const isTyped = CHECKOUTS[checkout].secretFrom === 'seller';
  const make = () => {
    const secret = madeSecret();
    setMade(secret);
    change({ secret });
  };
  const submit = () => {
    if (setSecret.isPending) return;
    const secret = values.secret.trim();
    if (secret === '') return fail({ secret: 'Informe o segredo.' });
    if (isWeakSecret(checkout, secret)) return fail({ secret: typedSecretTexts.tooShort });
    setSecret.mutate(secret, {
      onError: (error) => fail(failureToast('Erro ao salvar', error, 'Não foi possível salvar o segredo.')),
      onSuccess: () => {
        toast({ title: 'Segredo salvo', description: 'Entregas sem ele passam a ser recusadas.' });
        onDone();
      },
    });
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <PasswordField
        label="Segredo"
        hint={secretHint({ isTyped, isReplacing })}
        {...field('secret')}
        autoComplete="off"
        maxLength={512}
        spellCheck={false}
      />
      {isTyped && (
        <div className="flex flex-col items-start gap-3">
          <Button look="outline" size="small" onClick={make}>
            <Sparkles size={14} aria-hidden /> Gerar segredo
          </Button>
          {made !== undefined && made === values.secret && (
            <div className="w-full">
              <CodeBlock code={made} what="segredo gerado" isWrapped />
              <p role="status" className="mt-1.5 text-[13px] text-muted">
                Copie agora e ponha o mesmo texto em quem envia as vendas.
              </p>
            </div>
          )}
        </div>
      )}
      <DialogButtons label="Salvar" pendingLabel="Salvando..." isPending={setSecret.isPending} />
    </form>
  );
}

export const RemoveSecretDialog = (props: KeyDialogProps) => (
  <MutationDialog
    isOpen={props.isOpen}
    onOpenChange={props.onOpenChange}
    title="Remover segredo"
    description={`Entregas da ${CHECKOUTS[props.checkout].label} passam a ser aceitas de qualquer um que conheça o endereço.`}
    label="Remover"
    pendingLabel="Removendo..."
    isHarmful
    mutation={useRemoveSecret(props.checkout)}
    done={{ title: 'Segredo removido' }}
    failure={{ title: 'Erro ao remover', description: 'Não foi possível remover o segredo.' }}
  />
);

export const RemoveTokenDialog = (props: KeyDialogProps) => (
  <MutationDialog
    isOpen={props.isOpen}
    onOpenChange={props.onOpenChange}
    title="Remover token"
    description={`Deixamos de consultar a conta em ${CHECKOUTS[props.checkout].label}, e os avisos dela não viram mais vendas.`}
    label="Remover"
    pendingLabel="Removendo..."
    isHarmful
    mutation={useRemoveToken(props.checkout)}
    done={{ title: 'Token removido' }}
    failure={{ title: 'Erro ao remover', description: 'Não foi possível remover o token.' }}
  />
);

export function SetTokenDialog({ account, ...props }: KeyDialogProps & { account: string | null }) {
  const { checkout, isOpen, onOpenChange } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Definir token"
      description={`${CHECKOUTS[checkout].label}. ${GUIDES[checkout].token ?? ''}`}
    >
      <TokenForm checkout={checkout} account={account} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function TokenForm({
  checkout,
  account,
  onDone,
}: {
  checkout: CheckoutId;
  account: string | null;
  onDone: () => void;
}) {
  const setToken = useSetToken(checkout);
  const { values, field, fail, form } = useForm({ token: '', account: account ?? '' });
  const submit = () => {
    if (setToken.isPending) return;
    const given = { token: values.token.trim(), account: values.account.trim() };
    if (given.token === '') return fail({ token: 'Informe o token.' });
    if (account !== null && !/^\d{1,20}$/.test(given.account)) return fail({ account: 'A conta tem só números.' });
    setToken.mutate(given, {
      onError: (error) => fail(failureToast('Erro ao salvar', error, 'Não foi possível salvar o token.')),
      onSuccess: () => {
        toast({ title: 'Token salvo', description: 'Os avisos que esperavam são consultados agora.' });
        onDone();
      },
    });
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <PasswordField
        label="Token"
        hint="Guardamos cifrado e mostramos só os quatro últimos caracteres."
        {...field('token')}
        autoComplete="off"
        maxLength={512}
        spellCheck={false}
      />
      {account !== null && (
        <TextField
          label="Conta"
          hint={GUIDES[checkout].account}
          {...field('account')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
      )}
      <DialogButtons label="Salvar" pendingLabel="Salvando..." isPending={setToken.isPending} />
    </form>
  );
}

export const RotateKeyDialog = (props: KeyDialogProps) => (
  <MutationDialog
    isOpen={props.isOpen}
    onOpenChange={props.onOpenChange}
    title="Gerar nova chave"
    description={`O endereço da ${CHECKOUTS[props.checkout].label} muda agora. O atual é aceito por mais 24 horas e depois responde 401: troque-o no painel da plataforma antes disso.`}
    label="Gerar nova chave"
    pendingLabel="Gerando..."
    mutation={useRotateKey(props.checkout)}
    done={{ title: 'Nova chave gerada', description: 'O endereço anterior é aceito por mais 24 horas.' }}
    failure={{ title: 'Erro ao gerar chave', description: 'Não foi possível gerar uma nova chave.' }}
  />
);

/** 144 random bits, in letters that any header and form takes. */
function madeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
