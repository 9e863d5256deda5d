import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FoldedCard } from '../../ui/folded-card.tsx';

interface UrlParameter {
  name: string;
  meaning: string;
  example: string;
}

/** Specification §7.6, in its order. */
const PARAMETERS: readonly UrlParameter[] = [
  { name: 'cmpid', meaning: 'ID da campanha deste painel que recebe o click', example: 'black-friday' },
  {
    name: 'mcid',
    meaning: 'ID de um click já registrado: a visita continua o mesmo click',
    example: 'mc_black-friday_…',
  },
  { name: 'tsource', meaning: 'Origem do tráfego', example: 'facebook' },
  {
    name: '_fbp',
    meaning: 'ID do navegador para o pixel da Meta; sem ele, o cookie _fbp da página',
    example: 'fb.1.1751849000.123',
  },
  {
    name: '_fbc',
    meaning: 'ID do click para o pixel da Meta; sem ele, o cookie _fbc ou o fbclid',
    example: 'fb.1.1751849000.IwAR…',
  },
  { name: 'sub1', meaning: 'ID do anúncio', example: '{{ad.id}}' },
  { name: 'sub2', meaning: 'ID do conjunto de anúncios', example: '{{adset.id}}' },
  { name: 'sub3', meaning: 'ID da campanha na plataforma de anúncios', example: '{{campaign.id}}' },
  { name: 'sub4', meaning: 'Nome do anúncio', example: '{{ad.name}}' },
  { name: 'sub5', meaning: 'Nome do conjunto de anúncios', example: '{{adset.name}}' },
  { name: 'sub6', meaning: 'Nome da campanha na plataforma de anúncios', example: '{{campaign.name}}' },
  { name: 'sub7', meaning: 'Posicionamento', example: '{{placement}}' },
  { name: 'sub8', meaning: 'Site ou aplicativo de origem', example: '{{site_source_name}}' },
  { name: 'utm_source', meaning: 'Origem; usada quando não há tsource', example: 'facebook' },
  { name: 'utm_medium', meaning: 'Mídia; cpc, ppc, paid, display e ads marcam a visita como paga', example: 'paid' },
  { name: 'utm_campaign', meaning: 'Campanha', example: '{{campaign.name}}' },
  { name: 'utm_content', meaning: 'Conteúdo', example: '{{ad.name}}' },
  { name: 'utm_term', meaning: 'Termo', example: '{{adset.name}}' },
  { name: 'utm_id', meaning: 'ID da campanha', example: '{{campaign.id}}' },
];

const code = (text: string) => <code className="whitespace-nowrap text-xs">{text}</code>;

const COLUMNS: readonly Column<UrlParameter>[] = [
  { key: 'name', label: 'Parâmetro', cell: ({ name }) => <span className="font-medium">{code(name)}</span> },
  { key: 'meaning', label: 'O que é', cell: ({ meaning }) => meaning, className: 'min-w-56' },
  {
    key: 'example',
    label: 'Exemplo',
    cell: ({ example }) => <span className="text-muted">{code(example)}</span>,
  },
];

export const ParameterTable = () => (
  <FoldedCard
    id="parametros"
    startsOpen
    title="Parâmetros da URL"
    note="O script lê estes nomes na página; o link direto, no próprio endereço. Valores têm até 256 caracteres."
  >
    <DataTable
      label="Parâmetros da URL"
      columns={COLUMNS}
      items={PARAMETERS}
      keyOf={({ name }) => name}
      detailLabel={({ name }) => `Detalhes de ${name}`}
      summary={({ name, meaning }) => ({ title: code(name), notes: [meaning] })}
    />
    <p className="border-line border-t px-4 py-3 text-[13px] text-muted sm:px-5">
      Macros que a plataforma não preencheu ficam vazias. Quem vem da UTMify não precisa mudar nada:{' '}
      <code>nome|id</code> em utm_campaign, utm_medium e utm_content preenche os subs que estiverem vazios.
    </p>
  </FoldedCard>
);
