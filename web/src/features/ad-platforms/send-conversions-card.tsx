import type { Pixel } from '@tracker/schemas/contracts/pixel.contract';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { SendResults } from '../../data/send-results.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PixelForm } from './pixel-form.tsx';
import { usePixel } from './pixel-queries.ts';
import { usePlatform } from './platform.ts';
import { RemovePixelDialog } from './remove-pixel-dialog.tsx';

/** The Conversions API: conversions sent to the pixel, so that the ads learn from real payments. */
export function SendConversionsCard() {
  const [isRemoving, setRemoving] = useState(false);
  const { name } = usePlatform();
  return (
    <>
      <FetchedCard
        title={`Enviar vendas ao ${name}`}
        note="Cada venda aprovada é contada ao seu pixel uma vez, pela API de Conversões."
        query={usePixel()}
        loading={<Skeleton className="mx-4 mb-4 h-72 sm:mx-5" />}
      >
        {(pixel) => (
          <div className="flex flex-col gap-4 px-4 pb-5 sm:px-5">
            <PixelState pixel={pixel} />
            {/* Another pixel, or none, begins with another form. */}
            <PixelForm key={pixel.pixelId ?? 'none'} pixel={pixel} onRemove={() => setRemoving(true)} />
            <SameEvent />
          </div>
        )}
      </FetchedCard>
      <RemovePixelDialog isOpen={isRemoving} onOpenChange={setRemoving} />
    </>
  );
}

function PixelState({ pixel: { pixelId, enabled, since, stopReason, results } }: { pixel: Pixel }) {
  const { timeZone } = useSession().tenant;
  if (pixelId === null) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <span className="flex flex-wrap items-center gap-2 text-[13px] text-muted">
        {stopReason ? (
          <Badge look="destructive">Interrompido</Badge>
        ) : (
          <Badge look={enabled ? 'good' : 'secondary'}>{enabled ? 'Ligado' : 'Desligado'}</Badge>
        )}
        {since && <>Vendas aprovadas desde {formatInstantTime(since, timeZone)}</>}
      </span>
      {stopReason && (
        <p role="alert" className="flex gap-2 rounded-lg bg-bad-soft px-3 py-2 text-[13px] text-bad">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>{stopReason} As vendas aguardam por até 7 dias e saem quando você salvar de novo.</span>
        </p>
      )}
      <SendResults results={results} timeZone={timeZone} />
    </div>
  );
}

/** A page and the product may both send a conversion: with the same id the platform counts it once. */
function SameEvent() {
  const { name, pixel } = usePlatform();
  return (
    <p className="text-[13px] text-muted">
      Se a página de obrigado também avisa o pixel, use nela o mesmo identificador, e o {name} conta a venda uma vez:{' '}
      <code className="break-all">{pixel?.browserCall}</code>, com o checkout em minúsculas e o código da transação.
    </p>
  );
}
