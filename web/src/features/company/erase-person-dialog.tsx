import { ERASE_WORD, type FoundPerson } from '@tracker/schemas/contracts/privacy.contract';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useErasePerson } from './privacy-calls.ts';

interface ErasePersonDialogProps {
  person: FoundPerson | undefined;
  onClose: () => void;
  onErased: () => void;
}

export const personName = ({ name, email, phone }: FoundPerson): string => name ?? email ?? phone ?? 'Pessoa sem nome';

export const ErasePersonDialog = ({ person, onClose, onErased }: ErasePersonDialogProps) => (
  <Dialog
    isOpen={person !== undefined}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title="Apagar dados da pessoa"
    description={person && personName(person)}
  >
    {person && <ErasePerson personId={person.personId} onClose={onClose} onErased={onErased} />}
  </Dialog>
);

/** Mounted while the dialog is open: the word is typed each time. */
function ErasePerson({ personId, onClose, onErased }: Omit<ErasePersonDialogProps, 'person'> & { personId: string }) {
  const erase = useErasePerson();
  const [word, setWord] = useState('');
  const submit = () => {
    if (word !== ERASE_WORD || erase.isPending) return;
    erase.mutate(personId, {
      onSuccess: () => {
        toast({ title: 'Dados apagados', description: 'O recibo está no registro de auditoria.' });
        onClose();
        onErased();
      },
      onError: (error) => failureToast('Erro ao apagar', error, 'Não foi possível apagar os dados.'),
    });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-col gap-2 text-soft-ink">
        <p>
          Nome, email, telefone e endereço ficam ilegíveis em todas as cópias, e os leads desta pessoa somem da lista.
        </p>
        <p>As vendas e os números ficam, sem dizer quem comprou. Isto não pode ser desfeito.</p>
      </div>
      <TextField
        label={`Digite ${ERASE_WORD} para confirmar`}
        name="confirm"
        value={word}
        onChange={(event) => setWord(event.target.value)}
        required
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <DialogButtons
        label="Apagar para sempre"
        pendingLabel="Apagando..."
        isPending={erase.isPending}
        isDisabled={word !== ERASE_WORD}
        isHarmful
      />
    </form>
  );
}
