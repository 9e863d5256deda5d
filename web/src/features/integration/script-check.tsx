import type { ScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useSession } from '../auth/auth.ts';
import { useScriptStatus } from './queries.ts';

const ALL = 'all';

/** Waits for the first event of a page, to confirm that the tag is installed. */
export function ScriptCheck({ campaigns }: { campaigns: readonly { campaignId: string; name: string }[] }) {
  const [campaignId, setCampaignId] = useState('');
  /** The view that was known when somebody asked for a new one; undefined while any view will do. */
  const [known, setKnown] = useState<string | null>();
  const isWaiting = (lastViewAt: string | null) => lastViewAt === null || lastViewAt === known;
  const query = useScriptStatus(campaignId, isWaiting);
  const options = [
    { value: ALL, label: 'Toda a empresa' },
    ...campaigns.map((campaign) => ({ value: campaign.campaignId, label: campaign.name })),
  ];
  const choose = (chosen: string) => {
    setCampaignId(chosen === ALL ? '' : chosen);
    setKnown(undefined);
  };
  return (
    <Card className="scroll-mt-20" id="verificacao">
      <CardHeader title="Verificação do script" note="Abra sua página em outra aba: a visita aparece aqui em segundos.">
        <Select
          aria-label="Campanha da verificação"
          value={campaignId || ALL}
          onChange={choose}
          options={options}
          className="max-w-full"
        />
      </CardHeader>
      <QueryView query={query} loading={<Skeleton className="mx-4 mb-5 h-[76px] sm:mx-5" />}>
        {(status) => (
          <div role="status" className="mx-4 mb-5 sm:mx-5">
            {isWaiting(status.lastViewAt) ? (
              <Waiting lastClickAt={status.lastClickAt} isAgain={known !== undefined} />
            ) : (
              <Seen status={status} onAgain={() => setKnown(status.lastViewAt)} />
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}

function Waiting({ lastClickAt, isAgain }: { lastClickAt: string | null; isAgain: boolean }) {
  return (
    <div className="flex min-h-[76px] flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line border-dashed px-4 py-3">
      <Spinner label="Aguardando" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {isAgain ? 'Aguardando uma nova visualização...' : 'Aguardando a primeira visualização...'}
        </p>
        <p className="text-[13px] text-muted">
          {lastClickAt && !isAgain
            ? 'Cliques já chegaram, mas nenhuma página falou com o script. Confira se o código está na página de destino.'
            : 'Cole o código, publique e abra a página. Bloqueadores de anúncio escondem a sua própria visita.'}
        </p>
      </div>
    </div>
  );
}

function Seen({ status, onAgain }: { status: ScriptStatus; onAgain: () => void }) {
  const { timeZone } = useSession().tenant;
  return (
    <div className="flex min-h-[76px] flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-good-soft px-4 py-3">
      <CircleCheck size={24} aria-hidden className="shrink-0 text-good" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-good">Script detectado</p>
        <p className="break-words text-[13px] text-soft-ink">
          Última visualização em{' '}
          <span className="figure">{status.lastViewAt && formatInstantTime(status.lastViewAt, timeZone)}</span>
          {status.lastViewPage && (
            <>
              , na página <span className="font-medium">{status.lastViewPage}</span>
            </>
          )}
        </p>
      </div>
      <Button look="outline" size="small" onClick={onAgain}>
        Testar de novo
      </Button>
    </div>
  );
}
