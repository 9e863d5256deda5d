import type { LucideIcon } from 'lucide-react';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  /** The next useful step. */
  children?: ReactNode;
}

export const Empty = ({ icon: Icon, title, text, children }: EmptyProps) => (
  <div className="flex flex-col items-center justify-center gap-1 px-6 py-10 text-center">
    <span className="mb-2 grid size-10 place-items-center rounded-full bg-sunken text-muted">
      <Icon size={20} aria-hidden />
    </span>
    <p className="font-medium">{title}</p>
    {text && <p className="max-w-sm text-muted">{text}</p>}
    {children && <div className="mt-3">{children}</div>}
  </div>
);

interface FailureProps {
  title?: string;
  detail?: string | undefined;
  /** Not for people: folded below the rest, for those whom they ask for help. */
  technical?: string | undefined;
  isRetrying?: boolean;
  onRetry: () => void;
}

export const Failure = ({
  title = 'Não foi possível carregar os dados.',
  detail,
  technical,
  isRetrying = false,
  onRetry,
}: FailureProps) => (
  <div role="alert" className="flex flex-col items-center justify-center gap-1 px-6 py-10 text-center">
    <span className="mb-2 grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
      <CircleAlert size={20} aria-hidden />
    </span>
    <p className="font-medium">{title}</p>
    {detail && <p className="max-w-sm break-words text-muted text-xs">{detail}</p>}
    <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
      <RotateCw size={14} aria-hidden className={cn(isRetrying && 'animate-spin')} /> Tentar de novo
    </Button>
    {technical && (
      <details className="mt-1 max-w-sm text-muted text-xs">
        <summary className="cursor-pointer rounded px-2 py-1 hover:text-ink max-sm:py-3.5">Detalhes técnicos</summary>
        <p className="break-words">{technical}</p>
      </details>
    )}
  </div>
);
