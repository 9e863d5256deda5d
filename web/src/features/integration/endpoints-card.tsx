import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { FoldedCard } from '../../ui/folded-card.tsx';
import { type Endpoint, endpointsFor, KEY_PLACEHOLDER, type OwnValues } from './endpoints.ts';

export const EndpointsCard = (values: OwnValues) => (
  <FoldedCard
    id="endpoints"
    startsOpen
    title="Endpoints da API"
    note={
      <>
        Públicos, com CORS liberado, em <code className="break-all">{values.publicUrl}</code>.
      </>
    }
  >
    <p className="mx-4 mb-3 text-[13px] sm:mx-5">
      <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
        Documentação completa
      </a>
    </p>
    {values.webhookKey === undefined && (
      <p className="mx-4 mb-3 text-[13px] text-muted sm:mx-5">
        Troque <code>{KEY_PLACEHOLDER}</code> pela chave que um administrador vê na tela Webhook.
      </p>
    )}
    <div className="divide-y divide-line border-line border-t">
      {endpointsFor(values).map((endpoint) => (
        <EndpointEntry key={endpoint.path} endpoint={endpoint} />
      ))}
    </div>
  </FoldedCard>
);

const EndpointEntry = ({ endpoint }: { endpoint: Endpoint }) => {
  const { method, path, alias, what, fields, curl, answer } = endpoint;
  const name = `${method} ${path}`;
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-4 px-4 py-4 sm:px-5 xl:grid-cols-2">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2">
          <Badge look={method === 'GET' ? 'good' : 'blue'}>{method}</Badge>
          <code className="break-all font-semibold text-sm">{path}</code>
          {alias && (
            <span className="text-muted text-xs">
              ou <code>{alias}</code>
            </span>
          )}
        </h3>
        <p className="mt-1.5 text-soft-ink">{what}</p>
        <dl className="mt-3 grid grid-cols-1 gap-x-4 gap-y-1.5 text-[13px] sm:grid-cols-[auto_minmax(0,1fr)]">
          {fields.map((field) => (
            <div key={field.name} className="contents">
              <dt className="sm:max-w-52">
                <code className="break-words text-xs">{field.name}</code>
                {field.isRequired && <span className="text-bad text-xs"> obrigatório</span>}
              </dt>
              <dd className="mb-1 text-muted sm:mb-0">{field.meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <CodeBlock code={curl} what={`exemplo de ${name}`} isWrapped />
        <p className="break-all text-muted text-xs">
          Resposta: <code>{answer}</code>
        </p>
      </div>
    </section>
  );
};
