import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { hasRole } from '@tracker/schemas/roles';
import { KeyRound, Send } from 'lucide-react';
import { useState } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CheckoutPicker } from './checkout-picker.tsx';
import { useExamples } from './examples.ts';
import { GuideSteps } from './guide-steps.tsx';
import { SetSecretDialog } from './key-dialogs.tsx';
import { useWebhookKeys } from './queries.ts';
import { sendTest } from './send-test.ts';

/** The address for the checkout, and a test that ticks the step. */
export function CheckoutStep() {
  const { user } = useSession();
  if (hasRole(user.role, 'admin')) return <Checkouts />;
  return (
    <p className="text-soft-ink">
      O endereço do webhook tem uma chave, que só administradores veem. Peça a um deles para cadastrar o endereço no
      checkout.
    </p>
  );
}

function Checkouts() {
  const keys = useWebhookKeys();
  const [chosen, setChosen] = useState<CheckoutId>();
  return (
    <QueryView query={keys} loading={<Skeleton className="h-[66px] max-w-80" />}>
      {(list) => {
        const key = list.find(({ provider }) => provider === chosen);
        return (
          <>
            <Field label="O checkout em que as vendas acontecem" className="max-w-80">
              {(control) => <CheckoutPicker control={control} keys={list} checkout={chosen} onCheckout={setChosen} />}
            </Field>
            {key && <Address key={key.provider} webhook={key} />}
          </>
        );
      }}
    </QueryView>
  );
}

function Address({ webhook }: { webhook: WebhookKey }) {
  const { provider, url, secretSet } = webhook;
  const [isSetting, setSetting] = useState(false);
  const { label } = CHECKOUTS[provider];
  return (
    <>
      <CodeBlock code={url} what={`URL do webhook de ${label}`} isWrapped />
      <GuideSteps checkout={provider} />
      <div className="flex flex-wrap items-center gap-2">
        {secretSet ? (
          <Button asChild>
            <a href={`/webhook/test?checkout=${provider}`} target="_blank" rel="noreferrer">
              <Send size={15} aria-hidden /> Abrir página de teste
            </a>
          </Button>
        ) : (
          <TestButton webhook={webhook} />
        )}
        <Button look="outline" onClick={() => setSetting(true)}>
          <KeyRound size={15} aria-hidden /> {secretSet ? 'Trocar segredo' : 'Definir segredo'}
        </Button>
      </div>
      <SetSecretDialog checkout={provider} isReplacing={secretSet} isOpen={isSetting} onOpenChange={setSetting} />
    </>
  );
}

/** Plays the checkout: a test counts in no figure. */
function TestButton({ webhook: { provider, url } }: { webhook: WebhookKey }) {
  const examples = useExamples(provider);
  const [isSending, setSending] = useState(false);
  const [example] = examples.data ?? [];
  const send = async () => {
    if (!example || isSending) return;
    setSending(true);
    const text = JSON.stringify(example.body);
    const contentType = example.contentType ?? 'application/json';
    const { status } = await sendTest({ checkout: provider, url, text, contentType, secret: '' }, example.name);
    setSending(false);
    const isTaken = status >= 200 && status < 300;
    if (isTaken) toast({ title: 'Teste enviado', description: 'Ele não entra nos números.' });
    else toast({ look: 'destructive', title: 'O teste não foi aceito', description: 'Veja o motivo na tela Webhook.' });
  };
  return (
    <Button onClick={send} disabled={!example || isSending}>
      <Send size={15} aria-hidden /> {isSending ? 'Enviando...' : 'Enviar teste'}
    </Button>
  );
}
