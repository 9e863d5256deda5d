import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { DialogClose } from './dialog.tsx';

interface DialogButtonsProps {
  /** On the button that does it, and while it is being done. */
  label: string;
  pendingLabel: string;
  isPending: boolean;
  isDisabled?: boolean;
  isHarmful?: boolean;
  /** Without it the button sends the form around it. */
  onClick?: () => void;
  className?: string;
}

/** The end of a dialog: 'Cancelar', and the button that does it. */
export const DialogButtons = ({ className = 'mt-1', isDisabled = false, ...props }: DialogButtonsProps) => (
  <div className={cn('flex justify-end gap-2', className)}>
    <DialogClose asChild>
      <Button look="outline">Cancelar</Button>
    </DialogClose>
    <Button
      type={props.onClick ? 'button' : 'submit'}
      look={props.isHarmful ? 'destructive' : 'primary'}
      disabled={isDisabled || props.isPending}
      onClick={props.onClick}
    >
      {props.isPending ? props.pendingLabel : props.label}
    </Button>
  </div>
);
