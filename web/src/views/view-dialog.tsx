import type { View } from '@tracker/schemas/contracts/views.contract';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';

/** Undefined: the filters of the screen become a new one. */
export interface EditedView {
  view?: View;
}

type Values = Pick<View, 'name' | 'shared' | 'isDefault'>;

interface ViewDialogProps {
  edited: EditedView;
  canShare: boolean;
  isPending: boolean;
  onClose: () => void;
  onSave: (values: Values, onFailed: (fields: Readonly<Record<string, string>>) => void) => void;
}

export function ViewDialog({ edited: { view }, canShare, isPending, onClose, onSave }: ViewDialogProps) {
  const { values, change, fail, field, form } = useForm<Values>({
    name: view?.name ?? '',
    shared: view?.shared ?? false,
    isDefault: view?.isDefault ?? false,
  });
  const submit = () => {
    const name = values.name.trim();
    if (name === '') return fail({ name: 'Informe o nome da visão.' });
    onSave({ ...values, name }, fail);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={view ? 'Mudar visão' : 'Salvar visão'}
      description="Ela guarda os filtros; o período continua o da tela."
    >
      <form {...form(submit)} className="flex flex-col gap-4">
        <TextField label="Nome" {...field('name')} maxLength={60} autoComplete="off" />
        {canShare && (
          <Checkbox
            label="Para toda a empresa"
            hint="Sem isso, só você a vê."
            isChecked={values.shared}
            onChange={(shared) => change({ shared })}
          />
        )}
        <Checkbox
          label="Abrir com a tela"
          hint="Vale quando o endereço não tem filtros."
          isChecked={values.isDefault}
          onChange={(isDefault) => change({ isDefault })}
        />
        <DialogButtons label="Salvar" pendingLabel="Salvando…" isPending={isPending} />
      </form>
    </Dialog>
  );
}
