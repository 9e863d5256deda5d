import type { ScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import { CircleCheck, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { QueryView } from '../../data/query-view.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ConfirmSite } from './confirm-site.tsx';
import { useIntegration, useRemoveSite, useScriptStatus } from './queries.ts';
import { SITE_TEXTS } from './site-texts.ts';

const ALL = 'all';

/** Waits for the first event of a page, to confirm that the tag is installed. */
export function ScriptCheck({ campaigns }: { campaigns: readonly { campaignId: string; name: string }[] }) {
  const [campaignId, setCampaignId] = useState('');
  /** The view that was known when a person asked for a new one; undefined while any view will do. */
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
              <Waiting lastClickAt={status.lastClickAt} isAgain={known !== undefined}>
                {status.unknown && known === undefined && <Unknown view={status.unknown} />}
              </Waiting>
            ) : (
              <Seen status={status} onAgain={() => setKnown(status.lastViewAt)} />
            )}
          </div>
        )}
      </QueryView>
      <Sites />
    </Card>
  );
}

interface WaitingProps {
  lastClickAt: string | null;
  isAgain: boolean;
  children: ReactNode;
}

function Waiting({ lastClickAt, isAgain, children }: WaitingProps) {
  return (
    <div className="flex min-h-[76px] flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line border-dashed px-4 py-3">
      <Spinner label="Aguardando" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {isAgain ? 'Aguardando uma nova visualização...' : 'Aguardando a primeira visualização...'}
        </p>
        <p className="text-[13px] text-muted">
          {lastClickAt && !isAgain
            ? 'Clicks já chegaram, mas nenhuma página falou com o script. Confira se o código está na página de destino.'
            : 'Cole o código, publique e abra a página. Bloqueadores de anúncio escondem a sua própria visita.'}
        </p>
        {children}
      </div>
    </div>
  );
}

/** Not a fact: anyone can send a view with any address. */
function Unknown({ view: { at, host, page } }: { view: NonNullable<ScriptStatus['unknown']> }) {
  const { timeZone } = useSession().tenant;
  return (
    <div className="mt-2 flex flex-col gap-2 border-line border-t pt-2">
      <p className="break-words text-[13px]">
        Uma visualização chegou em <span className="figure">{formatInstantTime(at, timeZone)}</span> com o endereço{' '}
        <span className="font-medium">{page}</span>.
      </p>
      <ConfirmSite host={host} />
    </div>
  );
}

const Sites = () => (
  <QueryView query={useIntegration()} loading={<Skeleton className="mx-4 mb-5 h-10 sm:mx-5" />}>
    {({ sites: { confirmed, ofCampaigns } }) => (
      <div className="mx-4 mb-5 text-[13px] sm:mx-5">
        <h3 className="font-medium">{SITE_TEXTS.own}</h3>
        <p className="text-muted">{confirmed.length + ofCampaigns.length > 0 ? SITE_TEXTS.note : SITE_TEXTS.none}</p>
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {ofCampaigns.map((host) => (
            <li key={host} className="rounded-md bg-sunken px-2 py-1">
              {host} <span className="text-muted">· {SITE_TEXTS.ofCampaign}</span>
            </li>
          ))}
          {confirmed
            .filter((host) => !ofCampaigns.includes(host))
            .map((host) => (
              <Confirmed key={host} host={host} />
            ))}
        </ul>
      </div>
    )}
  </QueryView>
);

function Confirmed({ host }: { host: string }) {
  const remove = useRemoveSite();
  const take = () =>
    remove.mutate(host, { onError: (error) => failureToast('Site não removido', error, SITE_TEXTS.failed) });
  return (
    <li className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-2">
      {host}
      <Button look="ghost" size="icon" aria-label={SITE_TEXTS.remove(host)} disabled={remove.isPending} onClick={take}>
        <X size={14} aria-hidden />
      </Button>
    </li>
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
