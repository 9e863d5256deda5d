import type { MadeByPerson } from '@tracker/schemas/contracts/people.contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { MADE_BY_PERSON, MADE_KINDS } from './people-texts.ts';

interface MadeDialogProps {
  name: string;
  texts: { readonly note: string; readonly action: string };
  /** Of the person who is to be removed or demoted; empty: closed. */
  made: readonly MadeByPerson[];
  onClose: () => void;
  onDecide: (keptIds: readonly string[]) => void;
}

/** Keys and destinations outlive the person who made them only when a person says so. */
export const MadeDialog = ({ name, texts, made, onClose, onDecide }: MadeDialogProps) => (
  <Dialog
    isOpen={made.length > 0}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={MADE_BY_PERSON.title(name)}
    description={texts.note}
  >
    <Made made={made} action={texts.action} onDecide={onDecide} />
  </Dialog>
);

/** Mounted while the dialog is open. */
function Made({ made, action, onDecide }: Pick<MadeDialogProps, 'made' | 'onDecide'> & { action: string }) {
  const [kept, setKept] = useState<readonly string[]>([]);
  const toggle = (id: string, isKept: boolean) => setKept(isKept ? [...kept, id] : kept.filter((one) => one !== id));
  return (
    <div className="flex flex-col gap-4">
      {made.map(({ id, kind, name, hint }) => (
        <Checkbox
          key={id}
          name={id}
          label={`Manter “${name}”`}
          hint={[MADE_KINDS[kind], hint].filter(Boolean).join(' · ')}
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
