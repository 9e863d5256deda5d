import type { UseMutationResult } from '@tanstack/react-query';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { toast } from '../ui/toast-store.ts';
import { failureToast } from './failure-toast.ts';

interface MutationDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: string;
  label: string;
  pendingLabel: string;
  isHarmful?: boolean;
  mutation: UseMutationResult<unknown, Error, void>;
  done: { title: string; description?: string };
  failure: { title: string; description: string };
}

/** Asks before one call, and says what came of it. */
export function MutationDialog({ title, description, mutation, done, failure, ...props }: MutationDialogProps) {
  const { isOpen, onOpenChange, ...buttons } = props;
  const run = () =>
    mutation.mutate(undefined, {
      onError: (error) => failureToast(failure.title, error, failure.description),
      onSuccess: () => {
        toast(done);
        onOpenChange(false);
      },
    });
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={title} description={description}>
      <DialogButtons {...buttons} isPending={mutation.isPending} onClick={run} />
    </Dialog>
  );
}
