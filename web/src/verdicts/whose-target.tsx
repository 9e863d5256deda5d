import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeTenant } from '@tracker/schemas/contracts/company.contract';
import { TargetChange } from '@tracker/schemas/contracts/targets';
import type { TargetOwner } from '@tracker/schemas/figures/judge-group';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { FIGURES, useAskAgain } from '../data/ask-again.ts';
import { call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { mistakesIn } from '../data/mistakes.ts';
import { useHasRole, useSession } from '../session/session.ts';
import { targetsOf } from '../targets/target-input.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast-store.ts';
import { useForm } from '../ui/use-form.ts';
import type { Judged } from './verdict-texts.ts';

const OWNERS: Readonly<Record<TargetOwner, string>> = {
  product: 'do produto',
  campaign: 'da campanha',
  tenant: 'da empresa',
  'break-even': 'o ponto de equilíbrio',
};

/** By whose targets a row is judged, each with the place where it is changed; where no one set one, with the field to do so. */
export function WhoseTarget({ targets }: Pick<Judged['evidence'], 'targets'>): ReactNode {
  const owners = [...new Set(targets.map(({ of }) => of))];
  if (owners.length === 0) return null;
  return (
    <div className="mt-3 border-line border-t pt-3 text-xs">
      <p>
        Meta:{' '}
        {owners.map((owner, index) => (
          <span key={owner}>
            {index > 0 && ' e '}
            {OWNERS[owner]}
            <ChangeLink owner={owner} ids={targets.flatMap(({ of, id }) => (of === owner && id ? id : []))} />
          </span>
        ))}
      </p>
      {owners.includes('break-even') && <OwnTarget />}
    </div>
  );
}

const LINK = 'tap text-accent-ink underline underline-offset-2';

function ChangeLink({ owner, ids }: { owner: TargetOwner; ids: readonly string[] }) {
  const [isEditor, isAdmin] = [useHasRole('editor'), useHasRole('admin')];
  if (owner === 'product' && isEditor) {
    return (
      <>
        {' '}
        (
        <Link to="/settings/products" className={LINK}>
          mudar
        </Link>
        )
      </>
    );
  }
  if (owner === 'campaign' && isEditor) {
    return (
      <>
        {' '}
        (
        <Link to="/campaigns" search={ids.length === 1 ? { q: ids[0] } : {}} className={LINK}>
          mudar
        </Link>
        )
      </>
    );
  }
  if (owner === 'tenant' && isAdmin) {
    return (
      <>
        {' '}
        (
        <Link to="/settings/tenant" className={LINK}>
          mudar
        </Link>
        )
      </>
    );
  }
  return null;
}

const Target = z.object(TargetChange);

/** A CPA for the whole tenant, or the way to those of campaigns. */
function OwnTarget() {
  const isAdmin = useHasRole('admin');
  const canChangeCampaigns = useHasRole('editor');
  if (isAdmin) return <OwnTargetForm />;
  return (
    canChangeCampaigns && (
      <Link to="/campaigns" className={`mt-1 inline-block ${LINK}`}>
        Definir uma meta em uma campanha
      </Link>
    )
  );
}

function OwnTargetForm() {
  const { tenant } = useSession();
  const refresh = useAskAgain(`/api/tenants/${tenant.id}`, FIGURES);
  const save = useMutation({
    mutationFn: (body: z.input<typeof Target>) => call(changeTenant, { params: { tenantId: tenant.id }, body }),
    onSuccess: refresh,
  });
  const { values, fail, field, form } = useForm({ targetCpa: '' });
  const submit = () => {
    if (save.isPending) return;
    const { targetCpa } = targetsOf({ ...values, targetRoas: '' });
    const body = { targetCpa };
    const { error } = Target.safeParse(body);
    if (error) return fail(mistakesIn(error));
    if (targetCpa === null) return fail({ targetCpa: 'Informe um valor em reais maior que zero, como 59,90.' });
    save.mutate(body, {
      onError: (failure) => fail(failureToast('Erro ao salvar', failure, 'Nada foi salvo. Tente de novo.')),
      onSuccess: () => toast({ title: 'Meta salva' }),
    });
  };
  return (
    <form {...form(submit)} className="mt-2 flex items-start gap-2">
      <TextField
        label="Meta de CPA própria (R$)"
        {...field('targetCpa')}
        inputMode="decimal"
        maxLength={14}
        placeholder="59,90"
        className="grow"
      />
      <Button type="submit" look="outline" className="mt-6.5" disabled={save.isPending}>
        {save.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
    </form>
  );
}
