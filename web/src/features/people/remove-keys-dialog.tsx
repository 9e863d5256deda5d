import type { ApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';

interface RemoveKeysDialogProps {
  name: string;
  /** Of the person who is to be removed; empty: closed. */
  keys: readonly ApiKey[];
  onClose: () => void;
  onRemove: (keptIds: readonly string[]) => void;
}

/** Keys outlive the person who made them only when somebody says so. */
export const RemoveKeysDialog = ({ name, keys, onClose, onRemove }: RemoveKeysDialogProps) => (
  <Dialog
    isOpen={keys.length > 0}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={`Chaves de API de ${name}`}
    description="Com a remoção, as chaves que a pessoa criou são revogadas. Marque as que devem continuar valendo."
  >
    <Keys keys={keys} onRemove={onRemove} />
  </Dialog>
);

/** Mounted while the dialog is open. */
function Keys({ keys, onRemove }: Pick<RemoveKeysDialogProps, 'keys' | 'onRemove'>) {
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
        <Button look="destructive" onClick={() => onRemove(kept)}>
          Remover usuário
        </Button>
      </div>
    </div>
  );
}
