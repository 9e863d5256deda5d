import type { ApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { KEYS_OF_PERSON } from './people-texts.ts';

interface KeysDialogProps {
  name: string;
  texts: { readonly note: string; readonly action: string };
  /** Of the person who is to be removed or demoted; empty: closed. */
  keys: readonly ApiKey[];
  onClose: () => void;
  onDecide: (keptIds: readonly string[]) => void;
}

/** Keys outlive the person who made them only when a person says so. */
export const KeysDialog = ({ name, texts, keys, onClose, onDecide }: KeysDialogProps) => (
  <Dialog
    isOpen={keys.length > 0}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={KEYS_OF_PERSON.title(name)}
    description={texts.note}
  >
    <Keys keys={keys} action={texts.action} onDecide={onDecide} />
  </Dialog>
);

/** Mounted while the dialog is open. */
function Keys({ keys, action, onDecide }: Pick<KeysDialogProps, 'keys' | 'onDecide'> & { action: string }) {
  const [kept, setKept] = useState<readonly string[]>([]);
  const toggle = (id: string, isKept: boolean) => setKept(isKept ? [...kept, id] : kept.filter((one) => one !== id));
  return (
    <div className="flex flex-col gap-4">
      {keys.map(({ id, name, hint }) => (
        <Checkbox
          key={id}
          name={id}
          label={`Manter “${name}”`}
          hint={`${hint}…`}
          isChecked={kept.includes(id)}
          onChange={(isKept) => toggle(id, isKept)}
        />
      ))}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button look="outline">Cancelar</Button>
        </DialogClose>
        <Button look="destructive" onClick={() => onDecide(kept)}>
          {action}
        </Button>
      </div>
    </div>
  );
}
