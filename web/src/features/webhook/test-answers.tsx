import { formatClock } from '../../format/days.ts';
import { formatCount } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { prettyText } from './examples.ts';
import { parseBody } from './test-delivery.ts';

/** The webhook's answer to one delivery; status 0: no answer. */
export interface Answer {
  id: string;
  name: string;
  atMs: number;
  status: number;
  text: string;
  ms: number;
}

export const TestAnswers = ({ answers }: { answers: readonly Answer[] }) => (
  <div role="log" aria-label="Respostas">
    <ul className="divide-y divide-line border-line border-t">
      {answers.map((answer) => (
        <li key={answer.id} className="px-4 py-3 sm:px-5">
          <div className="flex flex-wrap items-center gap-2">
            <Badge look={answer.status >= 200 && answer.status < 300 ? 'good' : 'destructive'}>
              {answer.status || 'Sem resposta'}
            </Badge>
            <span className="font-medium">{sentenceFor(answer)}</span>
            <span className="figure ml-auto text-muted text-xs">
              {formatClock(answer.atMs)} · {formatCount(answer.ms)} ms
            </span>
          </div>
          <p className="mt-0.5 text-[13px] text-muted">{answer.name}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <section aria-label="Resposta" tabIndex={0} className="mt-2 max-h-48 overflow-auto rounded-lg bg-sunken">
            <pre className="whitespace-pre-wrap p-3 text-soft-ink text-xs leading-5 [overflow-wrap:anywhere]">
              {prettyText(answer.text)}
            </pre>
          </section>
        </li>
      ))}
    </ul>
  </div>
);

function sentenceFor({ status, text }: Answer): string {
  const body = parseBody(text);
  if (status === 0) return 'Não enviada';
  if (status === 401) return 'Recusada';
  if (status >= 300) return 'Não aceita';
  if (body?.ignored) return `Ignorada: ${String(body.reason)}`;
  return body?.duplicate ? 'Repetida: conta uma vez só' : 'Aceita como teste';
}
