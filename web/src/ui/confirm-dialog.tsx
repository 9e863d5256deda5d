import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What changes, and what does not. */
  children: ReactNode;
  /** On the button that does it, and while it is being done. */
  label: string;
  pendingLabel: string;
  isPending: boolean;
  onConfirm: () => void;
}

/** Asks before something that takes away. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Dialog isOpen={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()} title={props.title}>
    <div className="flex flex-col gap-2 text-soft-ink">{props.children}</div>
    <DialogButtons
      label={props.label}
      pendingLabel={props.pendingLabel}
      isPending={props.isPending}
      isHarmful
      onClick={props.onConfirm}
      className="mt-5"
    />
  </Dialog>
);
