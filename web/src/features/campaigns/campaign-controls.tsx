import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Link2, Pencil, Receipt } from 'lucide-react';
import { lazy, useState } from 'react';
import { SetDestination } from '../../ad-links/set-destination.tsx';
import type { DateRange } from '../../date-range/date-range.ts';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { EditCampaignDialog } from './campaign-dialog.tsx';

const AdLinksDialog = lazy(() => import('./ad-links-dialog.tsx'));
const SpendDialog = lazy(() => import('./spend-dialog.tsx'));

interface CampaignControlsProps {
  campaign: Campaign;
  range: DateRange;
  canEdit: boolean;
}

/** The link of a campaign, and what can be done with the campaign. */
export function CampaignControls({ campaign, range, canEdit }: CampaignControlsProps) {
  const [isEditing, setEditing] = useState(false);
  const [showsLinks, setShowsLinks] = useState(false);
  const [showsSpend, setShowsSpend] = useState(false);
  const { name, trackingUrl, destinationUrl } = campaign;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {destinationUrl === null ? (
        <SetDestination campaign={campaign} />
      ) : (
        <code
          className="min-w-0 flex-1 truncate rounded-md max-sm:basis-full bg-sunken px-2.5 py-1.5 text-soft-ink text-xs"
          title={trackingUrl}
        >
          {trackingUrl}
        </code>
      )}
      <Button
        look="outline"
        size="small"
        aria-label={`Links de anúncio de ${name}`}
        onClick={() => setShowsLinks(true)}
      >
        <Link2 size={14} aria-hidden /> Links de anúncio
      </Button>
      <Button look="outline" size="small" aria-label={`Gastos de ${name}`} onClick={() => setShowsSpend(true)}>
        <Receipt size={15} aria-hidden /> Gastos
      </Button>
      {canEdit && (
        <Button look="outline" size="small-icon" aria-label={`Editar ${name}`} onClick={() => setEditing(true)}>
          <Pencil size={15} aria-hidden />
        </Button>
      )}
      {showsLinks && (
        <LatePart>
          <AdLinksDialog campaign={campaign} onClose={() => setShowsLinks(false)} />
        </LatePart>
      )}
      {showsSpend && (
        <LatePart>
          <SpendDialog campaign={campaign} range={range} canEdit={canEdit} onClose={() => setShowsSpend(false)} />
        </LatePart>
      )}
      {canEdit && <EditCampaignDialog campaign={campaign} isOpen={isEditing} onOpenChange={setEditing} />}
    </div>
  );
}
