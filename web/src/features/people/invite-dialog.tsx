import { DEFAULT_INVITED_ROLE, InvitedRole, type SentInvite } from '@tracker/schemas/contracts/people.contract';
import { useEffect, useRef, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatInstantDay } from '../../format/days.ts';
import { useSession } from '../../session/session.ts';
import { ROLE_BADGES } from '../../shell/person.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useInvite } from './queries.ts';
import { ROLE_SUMMARIES } from './role-words.ts';

interface InviteDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export const InviteDialog = ({ isOpen, onOpenChange }: InviteDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    title="Convidar usuário"
    description="A pessoa escolhe o próprio nome e a própria senha."
  >
    <Invitation onDone={() => onOpenChange(false)} />
  </Dialog>
);

/** The form, then the link while the dialog is open: it can be shown only once. */
function Invitation({ onDone }: { onDone: () => void }) {
  const [link, setLink] = useState<SentInvite>();
  const onSent = (sent: SentInvite) => {
    const { email, mail } = sent;
    const next = mail === 'sent' ? `Enviamos o link para ${email}.` : `Agora copie o link e mande para ${email}.`;
    toast({ title: 'Convite enviado!', description: next });
    if (mail === 'sent') onDone();
    else setLink(sent);
  };
  return link ? <InviteLink sent={link} /> : <InviteForm onSent={onSent} />;
}

const ROLES = InvitedRole.options.map((value) => ({
  value,
  label: `${ROLE_BADGES[value].label} · ${ROLE_SUMMARIES[value]}`,
}));

function InviteForm({ onSent }: { onSent: (sent: SentInvite) => void }) {
  const send = useInvite();
  const { values, errors, change, fail, field, form } = useForm({
    email: '',
    role: DEFAULT_INVITED_ROLE as InvitedRole,
  });
  const isEmpty = values.email.trim() === '';
  const submit = () => {
    if (isEmpty || send.isPending) return;
    send.mutate(values, {
      onSuccess: onSent,
      onError: (error) => fail(failureToast('Erro ao enviar convite', error, 'Não foi possível enviar o convite.')),
    });
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <TextField
        label="Email"
        {...field('email')}
        type="email"
        required
        autoComplete="off"
        maxLength={254}
        placeholder="pessoa@empresa.com.br"
      />
      <SelectField
        label="Permissão"
        hint="Você pode mudar depois."
        error={errors.role}
        value={values.role}
        onChange={(role) => change({ role })}
        options={ROLES}
      />
      <DialogButtons
        label="Enviar convite"
        pendingLabel="Enviando..."
        isPending={send.isPending}
        isDisabled={isEmpty}
      />
    </form>
  );
}

function InviteLink({ sent: { email, mail, inviteUrl, expiresAt } }: { sent: SentInvite }) {
  const { timeZone } = useSession().tenant;
  // The button that had the focus is gone.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="flex flex-col gap-4">
      {mail === 'failed' && (
        <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          O email não pôde ser enviado. O convite vale mesmo assim: mande o link você mesmo.
        </p>
      )}
      <Field
        label={`Link do convite para ${email}`}
        hint={`Vale até ${formatInstantDay(expiresAt, timeZone)}, para uma pessoa só. Ele não aparece de novo depois que você fechar.`}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input {...control} ref={field} readOnly value={inviteUrl ?? ''} className="font-mono text-xs" />
            <CopyButton text={inviteUrl ?? ''} what="link do convite" />
          </div>
        )}
      </Field>
      <div className="mt-1 flex justify-end">
        <DialogClose asChild>
          <Button>Concluir</Button>
        </DialogClose>
      </div>
    </div>
  );
}
