import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { typedSecretTexts } from '@tracker/schemas/texts/typed-secrets';
import { ShieldAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

interface WeakSecretsProps {
  keys: readonly WebhookKey[];
  onCheckout: (checkout: CheckoutId) => void;
}

/** The checkouts whose secret is from before there was a least length. Nothing while there is none. */
export function WeakSecrets({ keys, onCheckout }: WeakSecretsProps) {
  const weak = keys.filter(({ secretWeak }) => secretWeak);
  if (weak.length === 0) return null;
  return (
    <div
      role="status"
      aria-label="Segredo fraco"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-warn-soft px-3.5 py-3 text-[13px] text-warn"
    >
      <ShieldAlert size={18} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 basis-56">{typedSecretTexts.weak}</p>
      <div className="flex flex-wrap gap-2">
        {weak.map(({ provider }) => (
          <Button key={provider} look="outline" size="small" onClick={() => onCheckout(provider)}>
            {CHECKOUTS[provider].label}
          </Button>
        ))}
      </div>
    </div>
  );
}
