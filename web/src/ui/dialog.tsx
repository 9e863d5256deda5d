import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFocusReturn } from './focus-return.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
}

export const Overlay = () => <Radix.Overlay className="fixed inset-0 z-40 animate-enter bg-overlay" />;

/** Focus moves in, stays inside, and returns to the element that opened the dialog. */
export const Dialog = ({ isOpen, onOpenChange, ...panel }: DialogProps) => (
  <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Overlay />
      <Panel {...panel} />
    </Radix.Portal>
  </Radix.Root>
);

function Panel({ title, description, children }: Pick<DialogProps, 'title' | 'description' | 'children'>) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Content
      {...focusReturn}
      {...(!description && { 'aria-describedby': undefined })}
      className={cn(
        'fixed inset-x-3 top-1/2 z-40 mx-auto max-h-[calc(100dvh-1.5rem)] max-w-lg -translate-y-1/2 overflow-auto',
        'rounded-2xl border border-line bg-surface p-5 shadow-float sm:p-6',
      )}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <div>
          <Radix.Title className="font-semibold text-lg tracking-[-0.01em]">{title}</Radix.Title>
          {description && <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>}
        </div>
        <Radix.Close
          aria-label="Fechar"
          className="-mt-1 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-hover hover:text-ink"
        >
          <X size={18} aria-hidden />
        </Radix.Close>
      </div>
      {children}
    </Radix.Content>
  );
}

export const DialogClose = Radix.Close;
