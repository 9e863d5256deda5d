import type { Reconciliation } from '@tracker/schemas/contracts/ad-platforms.contract';
import { formatCurrency } from '../../format/currencies.ts';
import { formatDay } from '../../format/days.ts';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';

/** The total spend of the account, and the part that is in the tenant's campaigns; in the account's currency and days. */
export function AccountSpend({ total }: { total: Reconciliation }) {
  const { timeZone } = useSession().tenant;
  const { since, until, accountSpend, linkedSpend, unallocated, notListed, differingDays, currency, measuredAt } =
    total;
  const money = (value: number) => formatCurrency(String(value), currency);
  return (
    <div className="mt-2 rounded-lg bg-sunken px-3 py-2">
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-3">
        <Part name="Gasto da conta" text={money(accountSpend)} />
        <Part name="Conectado" text={money(linkedSpend)} />
        <Part name="Não alocado" text={money(unallocated)} isWarning={unallocated > 0} />
      </dl>
      {notListed !== null && differingDays !== null && differingDays > 0 && (
        <p className="figure mt-1 text-warn text-xs">
          Diferença de {money(notListed)} em {formatCounted(differingDays, 'dia', 'dias')}: gasto de campanhas apagadas
          ou não listadas, que está só na soma da conta.
        </p>
      )}
      <p className="figure mt-1 text-muted text-xs">
        De {formatDay(since)} a {formatDay(until)}, medido em {formatInstantTime(measuredAt, timeZone)}
      </p>
    </div>
  );
}

const Part = ({ name, text, isWarning = false }: { name: string; text: string; isWarning?: boolean }) => (
  <div className="flex min-w-0 items-baseline justify-between gap-2 sm:block">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className={isWarning ? 'figure font-medium text-warn' : 'figure font-medium'}>{text}</dd>
  </div>
);
