import { Link } from '@tanstack/react-router';
import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { formatMoney, formatPercent, formatRatio } from '../format/figures.ts';
import { netLinesOf } from './net-lines.ts';

/** Revenue, what is subtracted from it, and the profit that remains. The lines add up to the cent, as they are written. */
export const ProfitSum = ({ net, of, note }: { net: NetFigures; of: string; note?: string | undefined }) => (
  <div className="p-4 text-[13px]">
    <table className="w-full border-collapse">
      <caption className="pb-2 text-left text-muted">Lucro líquido {of}</caption>
      <tbody>
        {netLinesOf(net).map(({ part, name, amount }) => (
          <tr key={part}>
            <th scope="row" className="py-1 pr-3 text-left font-normal text-soft-ink">
              {name}
            </th>
            <td className="figure whitespace-nowrap py-1 text-right">{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-line border-t font-semibold">
          <th scope="row" className="py-1.5 pr-3 text-left">
            Lucro líquido
          </th>
          <td className="figure whitespace-nowrap py-1.5 text-right">{formatMoney(net.profit)}</td>
        </tr>
      </tfoot>
    </table>
    <p className="mt-1.5 text-muted text-xs">
      ROAS líquido <span className="figure">{net.roi === null ? '–' : formatRatio(net.roas)}</span> · ROI líquido{' '}
      <span className="figure">{formatPercent(net.roi)}</span>: o que resta da receita ÷ (gasto + imposto sobre o
      gasto).
    </p>
    {net.profit === null && (
      <p className="mt-1.5 text-warn text-xs">Há dias com gasto desconhecido: sem ele não há lucro nem ROAS.</p>
    )}
    {note && <p className="mt-1.5 text-muted text-xs">{note}</p>}
    <p className="mt-2">
      <Link to="/settings/costs" className="font-medium text-accent underline-offset-2 hover:underline">
        Ver custos e impostos
      </Link>
    </p>
  </div>
);
