import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast-store.ts';
import { LeadHistory } from './lead-history.tsx';
import { STATUS_OPTIONS } from './lead-texts.ts';
import { LEAD_UPDATE_FAILURE, useEditLead } from './queries.ts';

const NOTES_LENGTH_MAX = 5_000;

/** Each opening starts with the current data of the lead (specification §4: after an update the dialog's state is cleared). */
export function LeadDialog({ lead, onClose }: { lead: Lead | undefined; onClose: () => void }) {
  return (
    <Dialog
      isOpen={lead !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Atualizar Lead"
      {...(lead && { description: `${lead.name} · ${lead.email}` })}
    >
      {lead && <LeadForm key={lead.id} lead={lead} onDone={onClose} />}
    </Dialog>
  );
}

const inputOf = ({ status, notes }: Lead) => ({ status, notes: notes ?? '' });
/** Only notes that say something are sent (specification §5). */
const bodyOf = ({ status, notes }: ReturnType<typeof inputOf>): { status: Lead['status']; notes?: string } => ({
  status,
  ...(notes.trim() && { notes: notes.trim() }),
});
const statusText = (status: unknown) => STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? '';

function LeadForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const edit = useEditLead(lead.id);
  const form = useEdit({ entity: lead, inputOf, bodyOf });
  const { values, errors, change, text } = form;

  const notes = values.notes.trim();
  const isKept = notes === '' && !!lead.notes;

  const submit = () => {
    if (edit.isPending) return;
    edit.mutate(form.changeOf(bodyOf(values)), {
      onError: (error) =>
        form.refuse(error, failureToast(LEAD_UPDATE_FAILURE, error, 'Nada foi salvo. Tente de novo.')),
      onSuccess: () => {
        toast({ title: 'Lead atualizado' });
        onDone();
      },
    });
  };

  return (
    <form {...form.form(submit)} className="flex flex-col gap-4">
      <SelectField
        label="Status"
        value={values.status}
        onChange={(status) => change({ status })}
        options={STATUS_OPTIONS}
      />
      <Field label="Observações" error={errors.notes} hint={isKept && 'Em branco, as de antes continuam.'}>
        {(control) => (
          <Textarea
            {...control}
            {...text('notes')}
            rows={3}
            maxLength={NOTES_LENGTH_MAX}
            placeholder="O que foi combinado, quando ligar de novo…"
          />
        )}
      </Field>
      <TheirValues
        edit={form}
        labels={{ status: 'Status', notes: 'Observações' }}
        textOf={(field, value) => (field === 'status' ? statusText(value) : String(value))}
      />
      <DialogButtons label="Salvar" pendingLabel="Salvando..." isPending={edit.isPending} />
      <section aria-label="Histórico do lead" className="border-line border-t pt-4">
        <h3 className="mb-3 font-medium text-[13px] text-soft-ink">Histórico</h3>
        <LeadHistory lead={lead} />
      </section>
    </form>
  );
}
