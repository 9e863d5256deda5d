import { useQuery } from '@tanstack/react-query';
import { listConversions } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { OnboardingStep } from '@tracker/schemas/contracts/onboarding.contract';
import { contractQuery, polled } from '../../data/query-client.ts';
import { QueryView } from '../../data/query-view.tsx';
import { formatMoney } from '../../format/figures.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ClickStory } from './click-story.tsx';
import { useConversion } from './queries.ts';

/** How the buyer of a tracked conversion came. */
export const FirstConversionStep = ({ step: { at } }: { step: OnboardingStep }) =>
  at === null ? (
    <p className="text-soft-ink">
      Clique no seu anúncio, siga até o checkout e compre. Assim que o checkout avisar da venda, a história do click
      aparece aqui: anúncio, páginas vistas e tempo até a compra.
    </p>
  ) : (
    <Tracked />
  );

const LOADING = <Skeleton className="h-40" />;

/** The newest conversion with a click, of the last days; null when there is none any more. */
const useTrackedConversion = () =>
  useQuery({
    ...contractQuery(listConversions, { query: { tracking: 'with', limit: 1 } }),
    ...polled,
    select: ([conversion]) => conversion ?? null,
  });

const Tracked = () => (
  <QueryView query={useTrackedConversion()} loading={LOADING}>
    {(conversion) =>
      conversion ? <Story id={conversion.id} /> : <p className="text-soft-ink">As vendas estão em Logs Conversão.</p>
    }
  </QueryView>
);

const Story = ({ id }: { id: string }) => (
  <QueryView query={useConversion(id)} loading={LOADING}>
    {({ story, createdAt, value }) => (
      <section aria-label="História do click" className="flex max-w-2xl flex-col gap-3 text-[13px]">
        <p className="figure font-semibold text-xl">{formatMoney(Number(value))}</p>
        {story && <ClickStory story={story} soldAt={createdAt} />}
      </section>
    )}
  </QueryView>
);
