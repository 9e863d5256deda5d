import type { ConnectionWarning } from '@tracker/schemas/contracts/auth.contract';
import { TriangleAlert } from 'lucide-react';
import { useSession } from '../features/auth/auth.ts';

const TEXTS: Readonly<Record<ConnectionWarning, string>> = {
  'proxy-not-trusted':
    'Há um proxy na frente do produto que TRUST_PROXY não informa: todos os visitantes aparecem com o mesmo endereço IP. Avise quem opera o servidor.',
  'https-not-public':
    'O acesso é por https, mas PUBLIC_URL não informa isso: os cookies não ficam protegidos. Avise quem opera o servidor.',
};

/** For administrators alone: the API gives warnings to no other role. */
export default function ConnectionWarnings() {
  const { warnings = [] } = useSession();
  return warnings.map((warning) => (
    <p
      key={warning}
      role="status"
      className="mb-4 flex items-start gap-2.5 rounded-xl bg-warn-soft px-3.5 py-3 text-[13px] text-warn"
    >
      <TriangleAlert size={18} aria-hidden className="shrink-0" />
      {TEXTS[warning]}
    </p>
  ));
}
