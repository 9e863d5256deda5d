import { EXAMPLE_CLICK_ID, type Example } from '@tracker/schemas/checkouts/example';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CheckoutPicker } from './checkout-picker.tsx';
import { prettyJson, useExamples } from './examples.ts';
import { sendTest } from './send-test.ts';
import type { Answer } from './test-answers.tsx';
import { markedAsTest, parseBody } from './test-delivery.ts';

interface TestFormProps {
  keys: readonly WebhookKey[];
  checkout: CheckoutId;
  onCheckout: (checkout: CheckoutId) => void;
  onAnswer: (answer: Answer) => void;
}

export function TestForm({ keys, checkout, onCheckout, onAnswer }: TestFormProps) {
  const query = useExamples(checkout);
  const own = keys.find(({ provider }) => provider === checkout);
  return (
    <div className="flex flex-col gap-4 px-4 pb-5 sm:px-5">
      <Field label="Plataforma" hint={<span className="break-all">{own?.url}</span>}>
        {(control) => <CheckoutPicker control={control} keys={keys} checkout={checkout} onCheckout={onCheckout} />}
      </Field>
      <QueryView query={query} loading={<Skeleton className="h-[480px]" />}>
        {(examples) => own && <BodyForm key={checkout} webhook={own} examples={examples} onAnswer={onAnswer} />}
      </QueryView>
    </div>
  );
}

const bodyText = (example: Example | undefined): string => prettyJson(markedAsTest({ ...example?.body }));

interface BodyFormProps {
  webhook: WebhookKey;
  examples: readonly Example[];
  onAnswer: (answer: Answer) => void;
}

function BodyForm({ webhook, examples, onAnswer }: BodyFormProps) {
  const [name, setName] = useState(examples[0]?.name ?? '');
  const [isSending, setSending] = useState(false);
  const { values, errors, text, change, fail, form } = useForm({
    clickId: '',
    secret: '',
    body: bodyText(examples[0]),
  });
  const example = examples.find((one) => one.name === name);

  const choose = (next: string) => {
    setName(next);
    change({ body: bodyText(examples.find((one) => one.name === next)) });
  };
  const submit = async () => {
    if (isSending) return;
    const filled = values.clickId.trim()
      ? values.body.replaceAll(EXAMPLE_CLICK_ID, values.clickId.trim())
      : values.body;
    if (!parseBody(filled)) return fail({ body: 'O corpo precisa ser um objeto JSON.' });
    setSending(true);
    const delivery = {
      checkout: webhook.provider,
      url: webhook.url,
      text: filled,
      contentType: example?.contentType ?? 'application/json',
      secret: values.secret,
    };
    onAnswer(await sendTest(delivery, `${CHECKOUTS[webhook.provider].label}: ${name}`));
    setSending(false);
  };

  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <SelectField
        label="Evento de exemplo"
        value={name}
        onChange={choose}
        options={examples.map((one) => ({ value: one.name, label: one.name }))}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="ID do click"
          optional
          hint="Entra no lugar do click do exemplo."
          {...text('clickId')}
          maxLength={80}
          spellCheck={false}
          placeholder="mc_…"
        />
        <PasswordField
          label="Segredo"
          optional
          hint={webhook.secretSet ? 'Sem ele a entrega é recusada.' : 'Nenhum segredo definido: não é preciso.'}
          {...text('secret')}
          autoComplete="off"
          maxLength={512}
          spellCheck={false}
        />
      </div>
      <Field label="Corpo" error={errors.body}>
        {(control) => (
          <Textarea {...control} {...text('body')} rows={14} spellCheck={false} className="font-mono text-xs" />
        )}
      </Field>
      <Button type="submit" size="large" disabled={isSending}>
        <Send size={15} aria-hidden /> {isSending ? 'Enviando...' : 'Enviar teste'}
      </Button>
    </form>
  );
}
