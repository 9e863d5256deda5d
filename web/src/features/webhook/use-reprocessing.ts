import type { WebhookDelivery } from '@tracker/schemas/contracts/webhook.contract';
import { useEffect, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { toast } from '../../ui/toast-store.ts';
import { useReprocess } from './queries.ts';
import { outcomeOf, situationOf } from './verdicts.ts';

interface Waiting {
  readonly outcome: string;
  readonly untilMs: number;
}

/** A reprocessed delivery is in the figures within a second or two; after this time nothing changed. */
const TIMEOUT_MS = 6_000;

/** Sends deliveries through the log again, and says of each what became of it. */
export function useReprocessing() {
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());
  const { mutate } = useReprocess();

  const forget = (id: string) => setWaiting((before) => new Map([...before].filter(([waitingId]) => waitingId !== id)));
  const reprocess = (delivery: WebhookDelivery) => {
    const entry = { outcome: outcomeOf(delivery), untilMs: Date.now() + TIMEOUT_MS };
    setWaiting((before) => new Map(before).set(delivery.id, entry));
    mutate(delivery.id, {
      onError: (error) => {
        forget(delivery.id);
        failureToast('Erro ao reprocessar', error, 'Não foi possível reprocessar a entrega.');
      },
      onSuccess: () => toast({ title: 'Reprocessamento iniciado', description: 'A situação muda em alguns segundos.' }),
    });
  };

  return { waiting, reprocess, forget };
}

/** Looks at the list each time it comes, and reports when a delivery that was waited for is another one. */
export function useOutcomes(
  items: readonly WebhookDelivery[],
  { waiting, forget }: Pick<ReturnType<typeof useReprocessing>, 'waiting' | 'forget'>,
  updatedAtMs: number,
): void {
  // Whenever the list was asked for (`updatedAtMs`), also when the answer is unchanged: the timeout is checked then, too.
  useEffect(() => {
    for (const [id, { outcome, untilMs }] of waiting) {
      const now = items.find((item) => item.id === id);
      const isChanged = now !== undefined && outcomeOf(now) !== outcome;
      if (!isChanged && Date.now() < untilMs) continue;
      forget(id);
      toast({
        title: 'Entrega reprocessada',
        description:
          isChanged && now
            ? `A situação agora é: ${situationOf(now).label}.`
            : 'O resultado é o mesmo de antes, e conta uma vez só.',
      });
    }
  }, [items, waiting, updatedAtMs]);
}
