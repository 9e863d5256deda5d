import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWebhookKeys } from './queries.ts';
import { DEFAULT_CHECKOUT } from './search.ts';
import { type Answer, TestAnswers } from './test-answers.tsx';
import { TestForm } from './test-form.tsx';

/** The test page acts as the checkout (decision 20): its deliveries are marked as tests and count in no figure. */
export default function WebhookTestPage() {
  const { tenant } = useSession();
  const [search, onSearch] = useSearchState('/webhook/test');
  const keys = useWebhookKeys();
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const checkout = search.checkout ?? DEFAULT_CHECKOUT;
  const choose = (next: CheckoutId) =>
    onSearch({ checkout: next === DEFAULT_CHECKOUT ? undefined : next }, { replace: true });
  return (
    <main className="mx-auto min-h-dvh max-w-6xl px-3 py-5 sm:px-6 sm:py-8">
      <PageHeader title="Página de teste do webhook" note={`Envia eventos de exemplo para ${tenant.name}.`}>
        <Badge look="blue">
          <FlaskConical size={13} aria-hidden /> Não entra nos números
        </Badge>
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-3 sm:gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader title="Evento" note="Edite o corpo à vontade: ele sempre segue marcado como teste." />
          <QueryView query={keys} loading={<Skeleton className="mx-4 mb-5 h-[560px] sm:mx-5" />}>
            {(list) => (
              <TestForm
                keys={list}
                checkout={checkout}
                onCheckout={choose}
                onAnswer={(answer) => setAnswers((before) => [answer, ...before])}
              />
            )}
          </QueryView>
        </Card>
        <Card>
          <CardHeader title="Respostas" note="As mais novas primeiro. Cada entrega aparece também na tela Webhook." />
          {answers.length === 0 ? (
            <Empty icon={FlaskConical} title="Nada enviado ainda" text="Escolha um evento e clique em Enviar teste." />
          ) : (
            <TestAnswers answers={answers} />
          )}
        </Card>
      </div>
    </main>
  );
}
