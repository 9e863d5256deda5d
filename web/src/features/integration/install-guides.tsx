import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';

interface Guide {
  id: string;
  label: string;
  steps: readonly ReactNode[];
}

const DECORATED = new Intl.ListFormat('pt-BR').format(
  Object.values(CHECKOUTS).flatMap(({ label, links }) => (Object.keys(links).length > 0 ? [label] : [])),
);

const HEAD = <code>{'</head>'}</code>;

const GUIDES: readonly Guide[] = [
  {
    id: 'html',
    label: 'HTML',
    steps: [
      'Copie o código do script, acima.',
      <>Cole antes de {HEAD} em todas as páginas do funil: captura, vendas, obrigado.</>,
      'Publique e abra a página: a visita aparece nesta tela em segundos.',
    ],
  },
  {
    id: 'gtm',
    label: 'Google Tag Manager',
    steps: [
      'Em Tags, crie uma tag do tipo “HTML personalizado” e cole o código do script.',
      'Como acionador, escolha “Initialization - All Pages”, para que o click seja registrado antes das outras tags.',
      'Deixe “Suporte a document.write” desmarcado, salve e publique o contêiner.',
    ],
  },
  {
    id: 'wordpress',
    label: 'WordPress',
    steps: [
      'Instale um plugin de códigos de cabeçalho, como WPCode. No Elementor Pro: Elementor, Código personalizado.',
      <>Cole o código na área do cabeçalho ({HEAD}), para o site inteiro, e salve.</>,
      'Limpe o cache do site. Plugins que adiam scripts (WP Rocket, LiteSpeed) devem excluir mc.js do adiamento.',
    ],
  },
  {
    id: 'shopify',
    label: 'Shopify',
    steps: [
      'Em Loja virtual, Temas, abra o menu do tema e escolha “Editar código”.',
      <>
        Em <code>theme.liquid</code>, cole o código antes de {HEAD} e salve.
      </>,
      'O checkout da Shopify não carrega o tema: envie as vendas pelo webhook genérico, com o click_id guardado no pedido.',
    ],
  },
  {
    id: 'checkout',
    label: 'Checkouts',
    steps: [
      `Nada a instalar no checkout: o script põe o ID do click nos links e formulários que levam a ${DECORATED}.`,
      <>
        Em outro checkout, escreva <code>{'{clickid}'}</code> no link (por exemplo <code>{'?click_id={clickid}'}</code>
        ): o script troca pelo ID. Um valor que já está no link nunca é trocado.
      </>,
      'Um administrador cadastra na plataforma o endereço da tela Webhook. É por ele que as vendas chegam.',
    ],
  },
];

/** Where the tag goes, by page builder. */
export const InstallGuides = () => (
  <Tabs defaultValue="html">
    <div className="overflow-x-auto pb-1">
      <TabList aria-label="Onde instalar">
        {GUIDES.map(({ id, label }) => (
          <Tab key={id} value={id}>
            {label}
          </Tab>
        ))}
      </TabList>
    </div>
    {GUIDES.map(({ id, steps }) => (
      <TabPanel key={id} value={id} className="mt-3 rounded-lg">
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-medium marker:text-muted">
          {steps.map((step, index) => (
            <li key={index} className="pl-1 text-soft-ink">
              {step}
            </li>
          ))}
        </ol>
      </TabPanel>
    ))}
  </Tabs>
);
