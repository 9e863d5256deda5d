import { Role } from '@tracker/schemas/roles';
import { ROLE_BADGES } from '../../shell/person.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ROLE_EXPLANATIONS } from './role-words.ts';

export const PermissionLevels = () => (
  <Card>
    <CardHeader title="Níveis de permissão" note="Cada nível inclui o que o nível abaixo dele pode." />
    <dl className="grid gap-3 px-4 pb-4 sm:px-5">
      {Role.options.map((role) => (
        <div key={role} className="flex gap-3">
          <dt className="w-14 shrink-0">
            <Badge look={ROLE_BADGES[role].look}>{ROLE_BADGES[role].label}</Badge>
          </dt>
          <dd className="text-soft-ink">{ROLE_EXPLANATIONS[role]}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
