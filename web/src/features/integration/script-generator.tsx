import { useState } from 'react';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { errorsOf, type ScriptSettings, scriptTag } from './script-tag.ts';
import { type IntegrationSearch, MODELS, type Model, NO_CAMPAIGN } from './search.ts';

const MODEL_TEXTS: Record<Model, { label: string; hint: string }> = {
  lastpaid: {
    label: 'lastpaid · último click pago',
    hint: 'A venda fica com o último anúncio. Visitas sem anúncio não tomam o lugar dele.',
  },
  firstclick: { label: 'firstclick · primeiro click', hint: 'A venda fica com a primeira visita, paga ou não.' },
  lastclick: { label: 'lastclick · último click', hint: 'A venda fica com a última visita, paga ou não.' },
  firstpaid: {
    label: 'firstpaid · primeiro click pago',
    hint: 'A venda fica com o primeiro anúncio, mesmo que outros venham depois.',
  },
};
const MODEL_OPTIONS = MODELS.map((value) => ({ value, label: MODEL_TEXTS[value].label }));

interface ScriptGeneratorProps {
  publicUrl: string;
  campaigns: readonly { campaignId: string; name: string }[];
  settings: ScriptSettings;
  onSearch: (change: IntegrationSearch) => void;
}

export function ScriptGenerator({ publicUrl, campaigns, settings: shared, onSearch }: ScriptGeneratorProps) {
  // The URL follows a moment later: a field that showed it would lose what is typed meanwhile.
  const [typed, setTyped] = useState({ days: shared.days, domain: shared.domain });
  const type = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));
  const settings = { ...shared, ...typed };
  const errors = errorsOf(settings);
  const campaignOptions = [
    ...campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: `${name} (${campaignId})` })),
    { value: NO_CAMPAIGN, label: 'Nenhuma' },
  ];
  return (
    <Card id="script" className="scroll-mt-20">
      <CardHeader title="Gerador do script" note="Escolha as opções, copie o código e cole em todas as páginas." />
      <div className="grid grid-cols-1 gap-5 px-4 pb-5 sm:px-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="Modelo de atribuição"
            hint={MODEL_TEXTS[settings.model].hint}
            className="sm:col-span-2"
            value={settings.model}
            onChange={(model) => onSearch({ model })}
            options={MODEL_OPTIONS}
          />
          <SelectField
            label="ID da campanha padrão"
            hint={
              settings.campaignId
                ? 'Recebe as visitas que não trazem cmpid.'
                : 'Sem ela, só são registradas visitas que trazem cmpid ou mcid, também os de outra empresa.'
            }
            className="sm:col-span-2"
            value={settings.campaignId || NO_CAMPAIGN}
            onChange={(campaign) => onSearch({ campaign })}
            options={campaignOptions}
          />
          <TextField
            label="Duração do cookie (dias)"
            error={errors.days}
            name="days"
            inputMode="numeric"
            maxLength={4}
            value={settings.days}
            onChange={({ target: { value: days } }) => {
              type({ days });
              onSearch({ days });
            }}
          />
          <TextField
            label="Domínio do cookie"
            optional
            hint="Para valer em subdomínios."
            error={errors.domain}
            name="domain"
            maxLength={253}
            autoCapitalize="none"
            spellCheck={false}
            placeholder=".sualoja.com.br"
            value={settings.domain}
            onChange={({ target: { value: domain } }) => {
              type({ domain });
              onSearch({ domain: domain || undefined });
            }}
          />
          <div className="flex flex-col gap-3 sm:col-span-2">
            <Checkbox
              name="once"
              label="Registrar visualização uma vez"
              hint="Uma visualização por sessão em vez de uma por página."
              isChecked={settings.viewOnce}
              onChange={(once) => onSearch({ once: once || undefined })}
            />
            <Checkbox
              name="hash"
              label="Contar as rotas depois de #"
              hint="Só para sites que trocam de página depois de #, como /#/oferta. Nos outros, um link para uma parte da página contaria como visualização."
              isChecked={settings.hashViews}
              onChange={(hash) => onSearch({ hash: hash || undefined })}
            />
          </div>
        </form>
        <div className="flex min-w-0 flex-col gap-3">
          <CodeBlock code={scriptTag(publicUrl, settings)} what="código do script" isWrapped />
          <p className="text-[13px] text-muted">
            Cole antes de <code>{'</head>'}</code>. O script pesa menos de 6 kB, não atrasa a página, leva o ID do click
            para os links de checkout e acompanha a troca de páginas em sites de uma página só.
          </p>
        </div>
      </div>
    </Card>
  );
}
