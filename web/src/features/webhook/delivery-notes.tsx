import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { type DeliveryNotes as Notes, UNKNOWN_FORMATS_DAYS } from '@tracker/schemas/contracts/webhook.contract';
import { formatMoney } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { prettyText } from './examples.ts';
import { useDeliveryNotes } from './queries.ts';

/** What needs a look: amounts that seem to be cents, and formats that no mapping knows. Nothing where there is none, or it cannot be asked. */
export function DeliveryNotes() {
  const notes = useDeliveryNotes().data;
  if (!notes) return null;
  return (
    <>
      {notes.hundredfold && <Hundredfold {...notes.hundredfold} />}
      {notes.unknownFormats.length > 0 && <UnknownFormats formats={notes.unknownFormats} />}
    </>
  );
}

const Hundredfold = ({ count, median, usualMedian }: NonNullable<Notes['hundredfold']>) => (
  <p role="status" className="mx-4 mb-3 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn sm:mx-5">
    {count === 1
      ? 'Uma venda do formato genérico nos últimos 7 dias parece'
      : `${count} vendas do formato genérico nos últimos 7 dias parecem`}{' '}
    cem vezes altas demais: a mediana delas é {formatMoney(median)}, a das outras vendas da empresa é{' '}
    {formatMoney(usualMedian)}. Se quem envia escreve centavos, mude “Valores em” no endereço Genérico e reprocesse
    essas entregas.
  </p>
);

function UnknownFormats({ formats }: { formats: Notes['unknownFormats'] }) {
  const { timeZone } = useSession().tenant;
  return (
    <section aria-label="Formatos desconhecidos" className="mx-4 mb-3 sm:mx-5">
      <h3 className="font-medium text-sm">Formatos desconhecidos</h3>
      <p className="mb-2 text-[13px] text-muted">
        Corpos que nenhuma leitura compreendeu, e eventos que nenhuma conhece, nos últimos {UNKNOWN_FORMATS_DAYS} dias,
        pelos seus campos.
      </p>
      <ul className="flex flex-col gap-1">
        {formats.map(({ provider, fields, reason, count, firstAt, lastAt, firstBody }) => (
          <li key={`${provider} ${fields.join()} ${reason}`}>
            <details className="rounded-lg border border-line px-3 py-2 text-[13px]">
              <summary className="cursor-pointer break-words">
                <span className="font-medium">
                  {count === 1 ? '1 entrega' : `${count} entregas`} em {CHECKOUTS[provider].label}
                </span>{' '}
                ({reason}): <code className="text-xs">{fields.join(', ')}</code>
              </summary>
              <p className="my-2 text-muted">
                A primeira em {formatInstantTime(firstAt, timeZone)}, a última em {formatInstantTime(lastAt, timeZone)}.
              </p>
              <CodeBlock
                code={prettyText(firstBody)}
                what="primeiro corpo deste formato"
                className="max-h-60 bg-surface"
              />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
