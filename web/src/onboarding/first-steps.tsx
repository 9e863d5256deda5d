import type { Onboarding, OnboardingStep, OnboardingStepId } from '@tracker/schemas/contracts/onboarding.contract';
import { Check, ChevronDown, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useId, useState } from 'react';
import { failureToast } from '../data/failure-toast.ts';
import { formatInstantTime } from '../format/instants.ts';
import { useSession } from '../session/session.ts';
import { Busy } from '../ui/busy.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Progress } from '../ui/progress.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { forgetOver, rememberOver } from './over.ts';
import { STEPS_LEFT_MAX, stepsLeft, useDismissSteps, useOnboarding } from './queries.ts';
import { LAST_STEP_TEXTS, NETWORKS_TEXT, STEP_TEXTS, WARNING_TEXTS } from './step-texts.ts';

// The names of its files would be part of the dashboard's.
const StepContent = lazy(() => import('./step-content.tsx'));
const TestedText = lazy(() => import('./tested-text.tsx'));

interface FirstStepsProps {
  /** There is money to show, and so the figures are below the steps; undefined while that is unknown. */
  hasFigures: boolean | undefined;
  /** In the place of the figures. */
  loading: ReactNode;
  /** They are shown even when they are over or put away, until they are closed; with the step that was left for a while, if any. */
  isAsked: boolean;
  opened: OnboardingStepId | undefined;
  onClose: () => void;
  /** The figures of the dashboard. */
  children: ReactNode;
}

/** From a new tenant to its first tracked conversion; the figures alone once that is done or put away. */
export default function FirstSteps(props: FirstStepsProps) {
  const { hasFigures, loading, isAsked, opened, onClose, children } = props;
  const { id } = useSession().tenant;
  const query = useOnboarding();
  const { data } = query;
  const isDone = data !== undefined && stepsLeft(data) <= STEPS_LEFT_MAX;
  const isOver = isDone || data?.dismissed === true;
  /** Steps that end while a person looks at them stay until that person closes them. */
  const [isWatched, setWatched] = useState(false);
  const [showsFigures, setShowsFigures] = useState(false);
  /** Before, all figures are zeros: a checkout is ready with its own test, which counts in none. */
  const hasBegun = data?.steps.some(({ id: step, done }) => done && step !== 'checkout');
  useEffect(() => {
    if (isOver) rememberOver(id);
    else if (data) {
      forgetOver();
      setWatched(true);
    }
  }, [isOver, data, id]);

  if (query.isError && !data) return children;
  if (!data || (hasFigures === undefined && !isOver)) return <Busy>{loading}</Busy>;
  if (!isAsked && (data.dismissed || (isOver && !isWatched))) return children;
  const close = () => {
    setWatched(false);
    onClose();
  };
  return (
    <div className="flex flex-col gap-4">
      <Steps onboarding={data} isDone={isDone} onClose={close} opened={opened} opensFirst={!hasFigures || isAsked} />
      {hasFigures || hasBegun || showsFigures ? (
        children
      ) : (
        <Button look="outline" className="self-center" onClick={() => setShowsFigures(true)}>
          Mostrar os números
        </Button>
      )}
    </div>
  );
}

interface StepsProps {
  onboarding: Onboarding;
  isDone: boolean;
  onClose: () => void;
  opened: OnboardingStepId | undefined;
  opensFirst: boolean;
}

function Steps({ onboarding, isDone, onClose, opened: asked, opensFirst }: StepsProps) {
  const { steps } = onboarding;
  const dismiss = useDismissSteps();
  const [left] = steps.filter(({ done }) => !done);
  const [opened, setOpened] = useState(asked ?? (opensFirst ? left?.id : undefined));
  const doneCount = steps.length - stepsLeft(onboarding);
  const text = `${doneCount} de ${steps.length} prontos`;
  const nextOf = (index: number) => [...steps.slice(index + 1), ...steps].find(({ done }) => !done)?.id;
  const close = () => {
    if (isDone) return onClose();
    dismiss.mutate(true, {
      onSuccess: onClose,
      onError: (error) => failureToast('Erro ao salvar', error, error.message),
    });
  };
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader
        id="first-steps"
        title={isDone ? doneText(left) : 'Primeiros passos'}
        note={<span role="status">{text}</span>}
      >
        <Button look="ghost" size="small" onClick={close} disabled={dismiss.isPending}>
          <X size={14} aria-hidden /> {isDone ? 'Fechar' : 'Dispensar'}
        </Button>
      </CardHeader>
      <div className="px-4 pb-3 sm:px-5">
        <Progress percent={(100 * doneCount) / steps.length} label="Primeiros passos" text={text} />
      </div>
      <ol className="divide-y divide-line border-line border-t">
        {steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            number={index + 1}
            isOpen={opened === step.id}
            onToggle={() => setOpened(opened === step.id ? undefined : step.id)}
            onNext={() => setOpened(nextOf(index))}
          />
        ))}
      </ol>
    </Card>
  );
}

const doneText = (left: OnboardingStep | undefined) =>
  left ? LAST_STEP_TEXTS[left.id] : 'Tudo pronto: suas vendas já são rastreadas';

interface StepProps {
  step: OnboardingStep;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
  onNext: () => void;
}

function Step({ step, number, isOpen, onToggle, onNext }: StepProps) {
  const id = useId();
  return (
    <li>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover sm:px-5"
        >
          <Mark step={step} number={number} />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{STEP_TEXTS[step.id].title}</span>
            <StepState step={step} />
          </span>
          <ChevronDown size={18} aria-hidden className={cn('shrink-0 text-muted', isOpen && 'rotate-180')} />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="flex flex-col gap-4 px-4 pt-1 pb-5 sm:px-5 sm:pl-14">
          <LatePart
            loading={<Skeleton className={step.id === 'checkout' ? 'h-[66px]' : 'h-[249px] sm:h-[100px]'} />}
            failure={<p>Esta parte não abriu. Recarregue a página.</p>}
          >
            <StepContent step={step} />
          </LatePart>
          {(step.done || step.tested) && step.id !== 'first-sale' && (
            <Button className="self-start" onClick={onNext}>
              Próximo passo
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const Mark = ({ step: { done, tested, warning }, number }: { step: OnboardingStep; number: number }) =>
  done ? (
    <CircleCheck size={24} aria-label="Pronto" className="shrink-0 text-good" />
  ) : warning ? (
    <TriangleAlert size={22} aria-label="Atenção" className="mx-px shrink-0 text-warn" />
  ) : tested ? (
    <span className="grid size-6 shrink-0 place-items-center rounded-full border-2 border-good border-dashed text-good">
      <Check size={13} strokeWidth={3} aria-label="Testado" />
    </span>
  ) : (
    <span
      aria-hidden
      className="figure grid size-6 shrink-0 place-items-center rounded-full bg-sunken font-semibold text-muted text-xs"
    >
      {number}
    </span>
  );

function StepState({ step: { id, at, tested, warning, networks } }: { step: OnboardingStep }) {
  const { timeZone } = useSession().tenant;
  if (at !== null) {
    return <span className="figure block text-[13px] text-good">Pronto desde {formatInstantTime(at, timeZone)}</span>;
  }
  if (tested && !warning) {
    return (
      <span className="block text-[13px] text-soft-ink">
        <LatePart loading="Testado por você" failure="Testado por você">
          <TestedText checkout={tested.checkout} />
        </LatePart>
      </span>
    );
  }
  return (
    <span className={cn('block text-[13px]', warning ? 'text-warn' : 'text-muted')}>
      {warning ? WARNING_TEXTS[warning] : STEP_TEXTS[id].waiting}
      {networks.length > 0 && ` ${NETWORKS_TEXT(networks)}`}
    </span>
  );
}
