import { hasRole } from '@tracker/schemas/roles';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { FoldedCard } from '../../ui/folded-card.tsx';
import { Select } from '../../ui/select.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ANSWER_EXAMPLE, curlExample, formExample, POSTBACK_FIELDS, postbackUrl } from './postback.ts';
import { useCampaigns, useTenantKey } from './queries.ts';

/** How leads arrive: `POST /leads`, ready to copy with the tenant's own values. */
export function PostbackCard({ startsOpen }: { startsOpen: boolean }) {
  const { user, tenant } = useSession();
  const campaigns = useCampaigns().data ?? [];
  const [chosen, setChosen] = useState<string>();
  const campaignId = chosen ?? tenant.mainCampaignId ?? campaigns.at(-1)?.campaignId ?? 'sua-campanha';
  // The server's own address is in front of every tracking link; the browser's may be that of an internal network.
  const publicUrl = campaigns[0]?.trackingUrl.split('/track/')[0] ?? window.location.origin;
  const values = { publicUrl, campaignId };
  return (
    <FoldedCard
      id="postback"
      title="Como enviar leads"
      note="Postback POST /leads: JSON ou formulário, de qualquer site, sem login."
      startsOpen={startsOpen}
    >
      <div className="flex flex-col gap-4 px-4 pb-4 sm:px-5 sm:pb-5">
        {campaigns.length > 0 && (
          <Select
            aria-label="Campanha dos exemplos"
            value={campaignId}
            onChange={setChosen}
            options={campaigns.map((one) => ({ value: one.campaignId, label: one.name }))}
            className="self-start"
          />
        )}
        <CodeBlock code={postbackUrl(values)} what="endereço do postback" isWrapped />
        <Tabs defaultValue="form">
          <TabList aria-label="Exemplos">
            <Tab value="form">Formulário HTML</Tab>
            <Tab value="curl">curl</Tab>
          </TabList>
          <TabPanel value="form" className="pt-3">
            <CodeBlock code={formExample(values)} what="formulário HTML" className="max-h-80" />
          </TabPanel>
          <TabPanel value="curl" className="pt-3">
            <CodeBlock code={curlExample(values)} what="exemplo com curl" className="max-h-80" />
          </TabPanel>
        </Tabs>
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <Fields />
          <div className="flex min-w-0 flex-col gap-4">
            <section aria-label="Respostas" className="min-w-0">
              <h3 className="mb-2 font-medium text-[13px] text-soft-ink">Respostas</h3>
              <pre className="whitespace-pre-wrap break-words rounded-lg border border-line bg-sunken p-3 text-soft-ink text-xs leading-5">
                <code>{ANSWER_EXAMPLE}</code>
              </pre>
            </section>
            <TenantKey address={postbackUrl(values)} isAdmin={hasRole(user.role, 'admin')} />
          </div>
        </div>
      </div>
    </FoldedCard>
  );
}

const Fields = () => (
  <div className="min-w-0 self-start overflow-hidden rounded-lg border border-line">
    <Table label="Campos do postback">
      <thead>
        <tr>
          <HeadCell>Campo</HeadCell>
          <HeadCell>O que é</HeadCell>
        </tr>
      </thead>
      <tbody>
        {POSTBACK_FIELDS.map(({ name, isRequired, meaning }) => (
          <Row key={name}>
            <Cell className="whitespace-nowrap">
              <code className="text-[13px]">{name}</code>
              {isRequired && <Badge className="ml-2">obrigatório</Badge>}
            </Cell>
            <Cell className="text-[13px] text-soft-ink">{meaning}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  </div>
);

/** For leads that name neither a click nor a campaign. Only administrators see the key itself. */
function TenantKey({ address, isAdmin }: { address: string; isAdmin: boolean }) {
  const key = useTenantKey(isAdmin);
  return (
    <section aria-label="Leads sem campanha" className="min-w-0">
      <h3 className="font-medium text-[13px] text-soft-ink">Leads sem campanha</h3>
      <p className="mt-0.5 mb-2 text-[13px] text-muted">
        Sem click_id nem campaign_id, a chave da empresa diz de quem é o lead.{' '}
        {isAdmin ? (
          <>Use-a só entre servidores; ela está também em Webhook.</>
        ) : (
          <>Peça a chave a um administrador da empresa: só ele a vê, na tela Webhook.</>
        )}
      </p>
      <CodeBlock code={`${address}?key=${key ?? 'CHAVE_DA_EMPRESA'}`} what="endereço com a chave" isWrapped />
    </section>
  );
}
