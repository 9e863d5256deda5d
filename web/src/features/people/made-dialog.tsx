import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { MadeByPerson } from '@tracker/schemas/contracts/people.contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { MADE_BY_PERSON, MADE_KINDS } from './people-texts.ts';
import type { Decided } from './queries.ts';

export const NOTHING_DECIDED: Decided = { keep: [], end: [] };

interface MadeDialogProps {
  name: string;
  texts: { readonly note: string; readonly action: string };
  /** Of the person who is to be removed or demoted; empty: closed. */
  made: readonly MadeByPerson[];
  onClose: () => void;
  onDecide: (decided: Decided) => void;
}

/** What lets something out outlives the person who set it up only when a person says so. */
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
  const [ending, setEnding] = useState<readonly string[]>(() => made.filter((one) => one.letsOut).map(({ id }) => id));
  const toggle = (id: string, ends: boolean) => setEnding(ends ? [...ending, id] : ending.filter((one) => one !== id));
  const idsOf = (letsOut: boolean, ends: boolean) =>
    made.filter((one) => one.letsOut === letsOut && ending.includes(one.id) === ends).map(({ id }) => id);
  return (
    <div className="flex flex-col gap-4">
      {made.map(({ id, kind, name, hint }) => (
        <Checkbox
          key={id}
          name={id}
          label={`Encerrar “${shownName(kind, name)}”`}
          hint={[MADE_KINDS[kind], hint].filter(Boolean).join(' · ')}
          isChecked={ending.includes(id)}
          onChange={(ends) => toggle(id, ends)}
        />
      ))}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button look="outline">Cancelar</Button>
        </DialogClose>
        <Button look="destructive" onClick={() => onDecide({ keep: idsOf(true, false), end: idsOf(false, true) })}>
          {action}
        </Button>
      </div>
    </div>
  );
}

const shownName = (kind: MadeByPerson['kind'], name: string): string => {
  if (kind === 'pixel' || kind === 'connection') return adPlatformName(name);
  if (kind === 'webhook-secret' || kind === 'webhook-token') return CHECKOUTS[name as CheckoutId]?.label ?? name;
  return name;
};
