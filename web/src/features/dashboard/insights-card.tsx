import type { UseQueryResult } from '@tanstack/react-query';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { ArrowRight, Banknote, type LucideIcon, TrendingDown, TrendingUp, Wallet } from 'lucide-react';
import { QueryView } from '../../data/query-view.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Insight, insightsOf } from './insights.ts';

const LOOKS: Record<Insight['kind'], { icon: LucideIcon; className: string }> = {
  better: { icon: TrendingUp, className: 'bg-good-soft text-good' },
  worse: { icon: TrendingDown, className: 'bg-bad-soft text-bad' },
  same: { icon: ArrowRight, className: 'bg-sunken text-soft-ink' },
  revenue: { icon: Banknote, className: 'bg-accent-soft text-accent' },
  spend: { icon: Wallet, className: 'bg-sunken text-soft-ink' },
};

export default function InsightsCard({ query }: { query: UseQueryResult<PerformanceSummary> }) {
  return (
    <Card aria-labelledby="insights" className="flex-1">
      <CardHeader id="insights" title="Insights" />
      <QueryView query={query} loading={<SkeletonRows />}>
        {(summary) => (
          <ul className="flex flex-col gap-2.5 px-4 pb-4 sm:px-5">
            {insightsOf(summary).map(({ kind, text }) => {
              const { icon: Icon, className } = LOOKS[kind];
              return (
                <li key={kind} className="flex items-center gap-3">
                  <span className={cn('grid size-8 shrink-0 place-items-center rounded-lg', className)}>
                    <Icon size={16} aria-hidden />
                  </span>
                  <span className="figure text-[13px] text-soft-ink leading-[1.35]">{text}</span>
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

const SkeletonRows = () => (
  <div className="flex flex-col gap-2.5 px-4 pb-4 sm:px-5">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-8" />
    ))}
  </div>
);
