import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { useState } from 'react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tab, TabList, Tabs } from '../../ui/tabs.tsx';
import { FORM_TYPE, prettyJson, useExamples } from './examples.ts';

/** The three examples of the specification; another checkout comes first, in sight on a phone, while it is selected above. */
const ALWAYS: readonly CheckoutId[] = ['hotmart', 'own-checkout', 'generic'];

interface ExamplesCardProps {
  checkout: CheckoutId;
  onCheckout: (checkout: CheckoutId) => void;
}

export function ExamplesCard({ checkout, onCheckout }: ExamplesCardProps) {
  const query = useExamples(checkout);
  const shown = ALWAYS.includes(checkout) ? ALWAYS : [checkout, ...ALWAYS];
  return (
    <FetchedCard
      title="Exemplos de payload"
      note="O que a plataforma envia, e o que entendemos dela."
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-[452px] sm:mx-5" />}
    >
      {(examples) => (
        <div className="px-4 pb-5 sm:px-5">
          <Tabs
            value={checkout}
            onValueChange={(next) => onCheckout(next as CheckoutId)}
            className="overflow-x-auto pb-1"
          >
            <TabList aria-label="Formato do exemplo">
              {shown.map((provider) => (
                <Tab key={provider} value={provider} aria-controls="exemplo">
                  {CHECKOUTS[provider].label}
                </Tab>
              ))}
            </TabList>
          </Tabs>
          {/* A choice of another checkout begins at its first example. */}
          <ExampleOf key={checkout} checkout={checkout} examples={examples} />
        </div>
      )}
    </FetchedCard>
  );
}

type Examples = NonNullable<ReturnType<typeof useExamples>['data']>;

function ExampleOf({ checkout, examples }: { checkout: CheckoutId; examples: Examples }) {
  const [name, setName] = useState(examples[0]?.name ?? '');
  const example = examples.find((one) => one.name === name);
  return (
    <div id="exemplo" role="tabpanel" aria-label={CHECKOUTS[checkout].label} className="mt-3">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Select
          aria-label="Evento"
          value={name}
          onChange={setName}
          options={examples.map((one) => ({ value: one.name, label: one.name }))}
        />
        <span className="text-muted text-xs">
          {example?.contentType === FORM_TYPE ? 'Chega como formulário; aqui, o objeto que ele forma.' : 'JSON'}
        </span>
      </div>
      {example && (
        <CodeBlock
          code={prettyJson(example.body)}
          what={`exemplo de ${CHECKOUTS[checkout].label}: ${example.name}`}
          className="max-h-96"
        />
      )}
    </div>
  );
}
