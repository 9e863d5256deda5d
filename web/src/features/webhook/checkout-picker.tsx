import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { Combobox, type ComboboxOption, labelsWith } from '../../ui/combobox.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { useWebhookProviders } from './queries.ts';

interface CheckoutPickerProps {
  control?: FieldControl;
  'aria-label'?: string;
  keys: readonly WebhookKey[];
  checkout: CheckoutId | undefined;
  onCheckout: (checkout: CheckoutId) => void;
}

/** What a developer writes: after the checkouts that people sell at. */
const FORMATS: ReadonlySet<CheckoutId> = new Set<CheckoutId>(['own-checkout', 'generic', 'orders']);

/** All checkouts in one list, found by their names: first those that are in use, which sent something or have a secret. */
export function CheckoutPicker({ keys, checkout, onCheckout, ...control }: CheckoutPickerProps) {
  // Where it is unknown which sent something, the list is in its own order.
  const sent = useWebhookProviders().data?.map(({ provider }) => provider) ?? [];
  const withSecret = keys.filter(({ secretSet }) => secretSet).map(({ provider }) => provider);
  const inUse = new Set([...sent, ...withSecret]);
  const all = keys
    .map(({ provider }) => provider)
    .toSorted((one, other) => Number(FORMATS.has(one)) - Number(FORMATS.has(other)));
  const options = [...new Set([...inUse, ...all])].map(
    (provider): ComboboxOption => ({
      value: provider,
      label: CHECKOUTS[provider].label,
      ...(inUse.has(provider) && { detail: 'Em uso' }),
    }),
  );
  return (
    <Combobox
      {...control}
      value={checkout ?? ''}
      search={(typed) => labelsWith(options, typed)}
      onChange={(next) => onCheckout(next as CheckoutId)}
      nothing="Nenhuma plataforma com este nome"
      placeholder="Procure pelo nome"
    />
  );
}
