import { ExternalLink } from 'lucide-react';
import { QueryView } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useScrollToHash } from '../../ui/use-scroll-to-hash.ts';
import { AddressCard } from './address-card.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { ExamplesCard } from './examples-card.tsx';
import { PostbacksCard } from './postbacks-card.tsx';
import { useWebhookKeys } from './queries.ts';
import { DEFAULT_CHECKOUT } from './search.ts';
import { UnreadNamesCard } from './unread-names-card.tsx';
import { WeakSecrets } from './weak-secrets.tsx';

const SECTIONS = [
  ['endereco', 'URL do webhook'],
  ['entregas', 'Entregas recebidas'],
  ['postbacks', 'Postbacks'],
] as const;

export default function WebhookScreen() {
  const [search, onSearch] = useSearchState('/webhook');
  const keys = useWebhookKeys();
  const checkout = search.checkout ?? DEFAULT_CHECKOUT;
  const choose = (next: typeof checkout) => onSearch({ checkout: next === DEFAULT_CHECKOUT ? undefined : next });
  useScrollToHash(keys.isSuccess);
  return (
    <>
      <PageHeader title="Webhook" note="Onde os checkouts avisam das vendas, e o que foi feito de cada aviso.">
        <Button look="outline" size="small" asChild>
          <a href={`/webhook/test?checkout=${checkout}`} target="_blank" rel="noreferrer">
            <ExternalLink size={14} aria-hidden /> Abrir página de teste
          </a>
        </Button>
      </PageHeader>
      <div className="flex flex-col gap-3 sm:gap-4">
        <SectionLinks sections={SECTIONS} />
        {keys.data && <WeakSecrets keys={keys.data} onCheckout={choose} />}
        <div className="grid grid-cols-1 items-start gap-3 sm:gap-4 xl:grid-cols-2">
          <QueryView query={keys} loading={<LoadingCard />} frame={Card}>
            {(list) => <AddressCard keys={list} checkout={checkout} onCheckout={choose} />}
          </QueryView>
          <ExamplesCard checkout={checkout} onCheckout={choose} />
        </div>
        <DeliveriesCard search={search} onSearch={onSearch} />
        <UnreadNamesCard />
        <PostbacksCard />
      </div>
    </>
  );
}

const LoadingCard = () => (
  <Card className="h-[680px] p-5 sm:h-[520px]">
    <Skeleton className="h-5 w-40" />
    <Skeleton className="mt-5 h-14" />
    <Skeleton className="mt-5 h-8" />
    <Skeleton className="mt-6 h-56" />
  </Card>
);
