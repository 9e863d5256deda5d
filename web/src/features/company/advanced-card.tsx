import { Card, CardHeader } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** Specification §2.16, decision 8. */
const ENTRIES = [
  {
    to: '/integration',
    title: 'Script de rastreamento',
    text: 'O código que mede os clicks do seu site.',
    button: 'Ver Código',
  },
  {
    to: '/webhook',
    title: 'Webhook de conversões',
    text: 'Os endereços que recebem as vendas das plataformas.',
    button: 'Configurar',
  },
] as const;

export const AdvancedCard = () => (
  <Card aria-labelledby="avancadas">
    <CardHeader id="avancadas" title="Configurações avançadas" />
    <ul className="pb-1">
      {ENTRIES.map(({ to, title, text, button }) => (
        <li
          key={to}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3 sm:px-5"
        >
          <span className="min-w-0 flex-1 basis-44">
            <span className="block font-medium text-sm">{title}</span>
            <span className="block text-[13px] text-muted">{text}</span>
          </span>
          <LinkButton to={to}>{button}</LinkButton>
        </li>
      ))}
    </ul>
  </Card>
);
