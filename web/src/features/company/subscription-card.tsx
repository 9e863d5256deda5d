import { Check } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { featuresOf, planLabel, statusOf } from './subscription.ts';
import { UsageOfMonth } from './usage.tsx';

export function SubscriptionCard() {
  const { id, subscriptionPlan, subscriptionStatus } = useSession().tenant;
  const status = statusOf(subscriptionStatus);
  return (
    <Card aria-labelledby="assinatura">
      <CardHeader id="assinatura" title="Assinatura" />
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 px-4 pb-4 text-sm sm:px-5">
        <dt className="text-muted">Plano</dt>
        <dd className="text-right">
          <Badge look={planLabel(subscriptionPlan) === 'Free' ? 'secondary' : 'default'}>
            {planLabel(subscriptionPlan)}
          </Badge>
        </dd>
        <dt className="text-muted">Status</dt>
        <dd className="text-right">
          <Badge look={status.look}>{status.label}</Badge>
        </dd>
        <dt className="text-muted">ID da empresa</dt>
        <dd className="flex min-w-0 items-center justify-end gap-2">
          <code className="min-w-0 truncate text-soft-ink text-xs" title={id}>
            {id}
          </code>
          <CopyButton text={id} what="ID da empresa" />
        </dd>
      </dl>
      <UsageOfMonth />
      <div className="border-line border-t px-4 pt-3 pb-4 sm:px-5">
        <h3 className="mb-2 font-medium text-[13px] text-soft-ink">Recursos do plano</h3>
        <ul aria-label="Recursos do plano" className="flex flex-col gap-1.5 text-sm">
          {featuresOf(subscriptionPlan).map((feature) => (
            <li key={feature} className="flex items-center gap-2">
              <Check size={15} aria-hidden className="shrink-0 text-good" /> {feature}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
