import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { useAttribute } from './attribute.ts';
import { originOf } from './conversion-texts.ts';
import { useCampaigns } from './queries.ts';

/** The campaign that a person gave a conversion without a click; editors give, change and take it away here. */
export function Assignment({ conversion }: { conversion: Conversion }) {
  const canEdit = hasRole(useSession().user.role, 'editor');
  const [isOpen, setOpen] = useState(false);
  const campaigns = useCampaigns().data ?? [];
  const attribute = useAttribute();
  const { id, campaignId } = conversion;
  const isAssigned = conversion.attribution === 'manual';
  const nameOf = (wanted: string | null) => campaigns.find((one) => one.campaignId === wanted)?.name ?? wanted;

  /** Says what was done, and offers what was before. */
  const done = (changed: Pick<Conversion, 'campaignId'>) =>
    toast({
      title: changed.campaignId === null ? 'Atribuição desfeita' : 'Venda atribuída',
      description:
        changed.campaignId === null
          ? 'A venda volta a contar para a campanha principal.'
          : `Conta para ${nameOf(changed.campaignId)} em alguns segundos.`,
      action: {
        label: 'Desfazer',
        onSelect: () =>
          attribute.mutate(isAssigned ? { id, campaignId, channel: conversion.channel } : { id, campaignId: null }),
      },
    });
  const takeAway = () => attribute.mutateAsync({ id, campaignId: null }).then(done, () => undefined);

  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      {isAssigned && (
        <p className="text-soft-ink">
          Atribuída à mão à campanha <span className="font-medium">{nameOf(campaignId)}</span>, canal{' '}
          {originOf(conversion).channel}.
        </p>
      )}
      {canEdit && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" size="small" onClick={() => setOpen(true)}>
            <Pencil size={14} aria-hidden /> {isAssigned ? 'Mudar atribuição' : 'Atribuir a uma campanha'}
          </Button>
          {isAssigned && (
            <Button look="ghost" size="small" disabled={attribute.isPending} onClick={takeAway}>
              <Undo2 size={14} aria-hidden /> Desfazer atribuição
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <AssignDialog
          conversion={conversion}
          campaigns={campaigns}
          attribute={attribute}
          onClose={() => setOpen(false)}
          onDone={done}
        />
      )}
    </div>
  );
}
