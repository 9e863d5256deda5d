import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { GUIDES } from '@tracker/schemas/checkouts/generated/guides';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { CodeBlock } from '../../ui/code-block.tsx';

/** What a person does at the checkout, step by step. */
export const GuideSteps = ({ checkout }: { checkout: CheckoutId }) => (
  <ol className="flex list-decimal flex-col gap-1.5 pl-5 marker:font-medium marker:text-muted">
    {GUIDES[checkout].steps.map((step) =>
      typeof step === 'string' ? (
        <li key={step} className="wrap-anywhere pl-1 text-soft-ink">
          {step}
        </li>
      ) : (
        <li key={step.text} className="wrap-anywhere pl-1 text-soft-ink">
          <p className="mb-1.5">{step.text}</p>
          <CodeBlock code={step.code} what={`código para ${CHECKOUTS[checkout].label}`} isWrapped />
        </li>
      ),
    )}
  </ol>
);
