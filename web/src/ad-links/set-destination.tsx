import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { EditCampaignDialog } from '../features/campaigns/campaign-dialog.tsx';
import { Button } from '../ui/button.tsx';

/** In the place of the link of a campaign without a destination: people who follow that link would find nothing. */
export function SetDestination({ campaign }: { campaign: Campaign }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-2 gap-y-1.5 rounded-lg bg-warn-soft px-3 py-1.5 text-[13px] text-warn">
      <TriangleAlert size={15} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1">Sem URL de destino, o link não leva a lugar nenhum.</span>
      <Button look="outline" size="small" onClick={() => setEditing(true)}>
        Defina o destino
      </Button>
      <EditCampaignDialog campaign={campaign} isOpen={isEditing} onOpenChange={setEditing} />
    </div>
  );
}
