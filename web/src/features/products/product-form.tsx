import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { Product, ProductAlias } from '@tracker/schemas/contracts/products.contract';
import { folded } from '@tracker/schemas/primitives/text';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { X } from 'lucide-react';
import { useState } from 'react';
import { CheckoutFilter } from '../../checkouts/checkout-filter.tsx';
import { CallError } from '../../data/call.ts';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { inputOf, NEW_PRODUCT, type ProductInput, productOf } from './product-input.ts';
import { type SoldProduct, useChangeProduct, useCreateProduct } from './queries.ts';

interface ProductFormProps {
  /** What is changed; without it one is added. */
  product: Product | undefined;
  sold: readonly SoldProduct[];
  /** `before`: as the product was before it was changed. */
  onDone: (before?: Product) => void;
}

const NOT_SAVED = 'Nada foi salvo. Tente de novo.';

const LABELS = {
  ...{ name: 'Nome', price: 'Preço', guaranteeDays: 'Garantia', aliases: 'IDs nos checkouts' },
  ...{ targetCpa: 'Meta de CPA', targetRoas: 'Meta de ROAS' },
};
const textOf = (field: keyof ProductInput, value: unknown): string =>
  field === 'aliases'
    ? (value as ProductInput['aliases'])
        .map(({ checkout, productId }) => `${checkoutLabel(checkout)} · ${productId}`)
        .join(', ')
    : String(value);

export function ProductForm({ product, sold, onDone }: ProductFormProps) {
  const create = useCreateProduct();
  const edit = useChangeProduct();
  const isPending = create.isPending || edit.isPending;
  const form = useEdit({ entity: product ?? NEW_PRODUCT, inputOf, bodyOf: (input) => productOf(input).body });
  const { values, errors, change, fail, field } = form;

  const submit = () => {
    if (isPending) return;
    const { body, errors: wrong } = productOf(values);
    if (wrong) return fail(wrong);
    fail({});
    const answer = {
      onError: (error: Error) => {
        const fields = failureToast('Erro ao salvar produto', error, NOT_SAVED);
        const isTaken = error instanceof CallError && error.code === 'product-id-taken';
        form.refuse(error, isTaken ? { aliases: sentenceOf(error, NOT_SAVED) } : fields);
      },
      onSuccess: () => {
        toast({
          title: 'Produto salvo',
          description: 'Os números por produto já o mostram, também nos dias passados.',
        });
        onDone(product);
      },
    };
    if (product) edit.mutate({ id: product.id, change: form.changeOf(body) }, answer);
    else create.mutate(body, answer);
  };

  return (
    <form {...form.form(submit)} className="grid gap-4 sm:grid-cols-2">
      <TextField label="Nome" className="sm:col-span-2" {...field('name')} maxLength={120} required />
      <Aliases
        aliases={values.aliases}
        sold={sold}
        error={errors.aliases}
        onChange={(aliases) => change({ aliases })}
      />
      <TextField
        label="Preço em reais"
        optional
        {...field('price')}
        inputMode="decimal"
        maxLength={24}
        placeholder="297,00"
      />
      <TextField
        label="Garantia em dias"
        optional
        {...field('guaranteeDays')}
        inputMode="numeric"
        maxLength={3}
        placeholder="7"
      />
      <TextField
        label="Meta de CPA em reais"
        optional
        {...field('targetCpa')}
        inputMode="decimal"
        maxLength={24}
        placeholder="45,00"
      />
      <TextField
        label="Meta de ROAS"
        optional
        {...field('targetRoas')}
        inputMode="decimal"
        maxLength={24}
        placeholder="2,5"
      />
      <div className="empty:hidden sm:col-span-2">
        <TheirValues edit={form} labels={LABELS} textOf={textOf} />
      </div>
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button look="outline" onClick={() => onDone()}>
          Cancelar
        </Button>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Salvando...' : 'Salvar produto'}
        </Button>
      </div>
    </form>
  );
}

interface AliasesProps {
  aliases: readonly ProductAlias[];
  sold: readonly SoldProduct[];
  error: string | undefined;
  onChange: (aliases: readonly ProductAlias[]) => void;
}

const keyOf = ({ checkout, productId }: ProductAlias): string => `${checkout} ${productId}`;

/** The product's ids at the checkouts: of what was sold, or as typed. */
function Aliases({ aliases, sold, error, onChange }: AliasesProps) {
  const [checkout, setCheckout] = useState<CheckoutId>();
  const [typed, setTyped] = useState('');
  const has = (alias: ProductAlias) => aliases.some((one) => keyOf(one) === keyOf(alias));
  const add = (alias: ProductAlias) => {
    if (!has(alias)) onChange([...aliases, { checkout: alias.checkout, productId: alias.productId }]);
  };
  const search = (text: string): readonly ComboboxOption[] =>
    sold
      .filter(
        (one) =>
          !has(one) &&
          folded(`${one.name} ${one.productId} ${checkoutLabel(one.checkout)}`).includes(folded(text.trim())),
      )
      .map((one) => ({
        value: keyOf(one),
        label: one.name,
        detail: `${checkoutLabel(one.checkout)} · ${one.productId}`,
      }));
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3 sm:col-span-2">
      <legend className="px-1 font-medium text-[13px] text-soft-ink">IDs nos checkouts</legend>
      {aliases.length > 0 && (
        <ul aria-label="IDs do produto" className="flex flex-wrap gap-1.5">
          {aliases.map((alias) => (
            <li
              key={keyOf(alias)}
              className="flex min-w-0 items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-2 text-[13px]"
            >
              <span className="min-w-0 break-all">
                {checkoutLabel(alias.checkout)} · {alias.productId}
              </span>
              <Button
                look="ghost"
                size="icon"
                aria-label={`Tirar ${checkoutLabel(alias.checkout)} ${alias.productId}`}
                onClick={() => onChange(aliases.filter((one) => one !== alias))}
              >
                <X size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label="Produto vendido"
        hint="Entre os vendidos nos últimos 90 dias que ainda não são de um produto."
        error={error}
      >
        {(control) => (
          <Combobox
            control={control}
            name="aliases"
            value=""
            search={search}
            onChange={(key) => {
              const found = sold.find((one) => keyOf(one) === key);
              if (found) add(found);
            }}
            nothing="Nenhum produto com este nome"
            placeholder="Nome ou ID"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Checkout de outro ID" className="min-w-40 flex-1">
          {(control) => <CheckoutFilter control={control} value={checkout} onChange={setCheckout} all="Escolha" />}
        </Field>
        <TextField
          label="Outro ID"
          className="min-w-32 flex-1"
          value={typed}
          maxLength={256}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          look="outline"
          disabled={!checkout || typed.trim() === ''}
          onClick={() => {
            if (!checkout) return;
            add({ checkout, productId: typed.trim() });
            setTyped('');
          }}
        >
          Incluir ID
        </Button>
      </div>
    </fieldset>
  );
}
