import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { GUIDES } from '@tracker/schemas/checkouts/generated/guides';
import type { AmountsIn as Unit } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { KeyRound, RotateCw, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { MadeByNote } from '../../data/made-by.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CheckoutPicker } from './checkout-picker.tsx';
import { GuideSteps } from './guide-steps.tsx';
import {
  RemoveSecretDialog,
  RemoveTokenDialog,
  RotateKeyDialog,
  SetSecretDialog,
  SetTokenDialog,
} from './key-dialogs.tsx';
import { LookUpToken } from './look-up-token.tsx';
import { usePermitGet, useSetAmounts } from './queries.ts';
import { secretState } from './secret-texts.ts';

interface AddressCardProps {
  keys: readonly WebhookKey[];
  checkout: CheckoutId;
  onCheckout: (checkout: CheckoutId) => void;
}

const NO_SECRET = { secretSet: false, secretWeak: false };

type OpenDialog = 'set' | 'remove' | 'rotate' | 'token' | 'remove-token' | undefined;

/** The address of each checkout, and its secret. */
export function AddressCard({ keys, checkout, onCheckout }: AddressCardProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const { timeZone } = useSession().tenant;
  const own = keys.find(({ provider }) => provider === checkout);
  const label = CHECKOUTS[checkout].label;
  const secret = secretState(own ?? NO_SECRET);
  const SecretIcon = secret.look === 'good' ? ShieldCheck : ShieldOff;
  const openedBy = (name: OpenDialog) => ({
    isOpen: dialog === name,
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? name : undefined),
    checkout,
  });
  return (
    <Card id="endereco" className="scroll-mt-20">
      <CardHeader title="URL do webhook" note="Cada plataforma tem o seu endereço, com uma chave só dela.">
        <div className="w-60 max-w-full">
          <CheckoutPicker aria-label="Plataforma" keys={keys} checkout={checkout} onCheckout={onCheckout} />
        </div>
      </CardHeader>
      {own && (
        <div className="flex flex-col gap-4 px-4 pb-5 sm:px-5">
          <div>
            <CodeBlock code={own.url} what={`URL do webhook de ${label}`} isWrapped />
            {own.previousKeyUntil && (
              <p role="status" className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
                O endereço anterior ainda é aceito até{' '}
                <span className="figure">{formatInstantTime(own.previousKeyUntil, timeZone)}</span>. Troque-o no painel
                da plataforma antes disso.
              </p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex items-center gap-2 font-medium text-sm">
                Segredo
                <Badge look={secret.look}>
                  <SecretIcon size={13} aria-hidden />
                  {secret.label}
                </Badge>
              </p>
              <p className="text-[13px] text-muted">{secret.explanation}</p>
              <MadeByNote verb="Definido" by={own.secretMadeBy} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button look="outline" size="small" onClick={() => setDialog('set')}>
                <KeyRound size={14} aria-hidden /> {own.secretSet ? 'Trocar segredo' : 'Definir segredo'}
              </Button>
              {own.secretSet && (
                <Button look="outline" size="small" onClick={() => setDialog('remove')}>
                  <ShieldOff size={14} aria-hidden /> Remover segredo
                </Button>
              )}
              <Button look="outline" size="small" onClick={() => setDialog('rotate')}>
                <RotateCw size={14} aria-hidden /> Gerar nova chave
              </Button>
            </div>
          </div>
          {own.lookUp && (
            <LookUpToken
              lookUp={own.lookUp}
              onSet={() => setDialog('token')}
              onRemove={() => setDialog('remove-token')}
            />
          )}
          {own.amountsIn && <AmountsIn value={own.amountsIn} />}
          <PermitsGet key={checkout} checkout={checkout} isOn={own.permitsGet} />
          <div>
            <h3 className="mb-2 font-medium text-sm">Passo a passo: {label}</h3>
            <GuideSteps checkout={checkout} />
            {GUIDES[checkout].amount !== undefined && (
              <p className="mt-3 text-[13px] text-soft-ink">
                <span className="font-medium">Valor da venda:</span> {GUIDES[checkout].amount}
              </p>
            )}
          </div>
        </div>
      )}
      <SetSecretDialog {...openedBy('set')} isReplacing={own?.secretSet ?? false} />
      <RemoveSecretDialog {...openedBy('remove')} />
      <RotateKeyDialog {...openedBy('rotate')} />
      <SetTokenDialog {...openedBy('token')} account={own?.lookUp?.account ?? null} />
      <RemoveTokenDialog {...openedBy('remove-token')} />
    </Card>
  );
}

const AMOUNT_OPTIONS = [
  { value: 'reais', label: 'reais' },
  { value: 'cents', label: 'centavos' },
] as const;

/** Affiliate networks call an address with its fields in it; so does everything that opens links ahead. */
function PermitsGet({ checkout, isOn }: { checkout: CheckoutId; isOn: boolean }) {
  const { mutate, isPending } = usePermitGet(checkout);
  return (
    <Switch
      label="Aceitar vendas por GET"
      hint="Para redes de afiliados que só chamam um link (postback). Quem tiver o link com a chave registra uma venda ao abri-lo: deixe desligado se não usa."
      isOn={isOn}
      isPending={isPending}
      onChange={(next) =>
        mutate(next, {
          onError: (error) => failureToast('Erro ao gravar', error, 'Não foi possível gravar a permissão.'),
        })
      }
    />
  );
}

/** Many gateways send whole cents, and nothing in a body says so. */
function AmountsIn({ value }: { value: Unit }) {
  const { mutate } = useSetAmounts();
  const choose = (next: Unit) =>
    mutate(next, {
      onSuccess: () =>
        toast({
          title: 'Unidade gravada',
          description: 'Vale para as próximas entregas. Reprocesse as anteriores que estiverem erradas.',
        }),
      onError: (error) => failureToast('Erro ao gravar', error, 'Não foi possível gravar a unidade.'),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-sm">Valores em</p>
        <p className="text-[13px] text-muted">
          Se quem envia a este endereço escreve 9790 para R$ 97,90, escolha centavos.
        </p>
      </div>
      <Select aria-label="Valores em" value={value} onChange={choose} options={AMOUNT_OPTIONS} />
    </div>
  );
}
