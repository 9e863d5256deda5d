import { ChevronRight } from 'lucide-react';
import { LEVEL_LABELS, type Step, TOP_LEVEL } from './levels.ts';
import { useAdObjects } from './queries.ts';

interface CrumbsProps {
  path: readonly Step[];
  /** Undefined: to the top. */
  onStep: (step: Step | undefined) => void;
}

/** Where the filters lead to; each step leads back. */
export function Crumbs({ path, onStep }: CrumbsProps) {
  const objectOf = useAdObjects(path);
  if (path.length === 0) return null;
  const steps = [
    { name: LEVEL_LABELS[TOP_LEVEL], step: undefined },
    ...path.map((step) => ({ name: objectOf(step)?.name ?? step.key ?? '', step })),
  ];
  return (
    <nav aria-label="Caminho" className="px-4 pb-2 text-[13px] sm:px-5">
      <ol className="flex flex-wrap items-center gap-1">
        {steps.map(({ name, step }, index) => (
          <li key={step?.level ?? 'top'} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight size={13} aria-hidden className="shrink-0 text-muted" />}
            {index === steps.length - 1 ? (
              <span aria-current="location" className="max-w-64 truncate font-medium" title={name}>
                {name}
              </span>
            ) : (
              <button
                type="button"
                onClick={() => onStep(step)}
                className="tap max-w-64 truncate rounded text-accent-ink underline-offset-2 hover:underline"
                title={name}
              >
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
