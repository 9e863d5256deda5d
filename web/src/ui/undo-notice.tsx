import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** What was just removed, and the way back. */
export const UndoNotice = ({
  children,
  isPending,
  onUndo,
}: {
  children: ReactNode;
  isPending: boolean;
  onUndo: () => void;
}) => (
  <p
    role="status"
    className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-xl border border-line bg-surface px-4 py-2 text-[13px] shadow-card sm:px-5"
  >
    <span className="min-w-0 break-words">{children}</span>
    <Button look="ghost" size="small" disabled={isPending} onClick={onUndo}>
      <Undo2 size={15} aria-hidden /> Desfazer
    </Button>
  </p>
);
