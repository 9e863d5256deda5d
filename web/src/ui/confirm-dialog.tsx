import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

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
    <div className="mt-5 flex justify-end gap-2">
      <DialogClose asChild>
        <Button look="outline">Cancelar</Button>
      </DialogClose>
      <Button look="destructive" disabled={props.isPending} onClick={props.onConfirm}>
        {props.isPending ? props.pendingLabel : props.label}
      </Button>
    </div>
  </Dialog>
);
