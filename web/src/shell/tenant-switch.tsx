import { useQuery } from '@tanstack/react-query';
import { listOwnTenants } from '@tracker/schemas/contracts/own-tenants.contract';
import { Building2, DoorOpen, Plus } from 'lucide-react';
import { contractQuery } from '../data/query-client.ts';
import { enterTenant } from '../data/tab-tenant.ts';
import { useSession } from '../session/session.ts';
import {
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
} from '../ui/dropdown-menu.tsx';
import type { TenantQuestion } from './tenant-dialogs.tsx';

/** People of one company see no list of companies: only how to open another one, where that is possible. */
export function TenantSwitch({ onAsk }: { onAsk: (question: TenantQuestion) => void }) {
  const { data: tenants = [] } = useQuery({ ...contractQuery(listOwnTenants, {}), staleTime: 0 });
  const { canOpenTenant } = useSession();
  const opening = canOpenTenant && (
    <DropdownMenuItem onSelect={() => onAsk('open')}>
      <Plus size={16} aria-hidden /> Nova empresa
    </DropdownMenuItem>
  );
  if (tenants.length < 2) return opening;
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger>
        <Building2 size={16} aria-hidden /> Trocar de empresa
      </DropdownMenuSubTrigger>
      <DropdownMenuSubContent className="max-h-80 max-w-72 overflow-y-auto">
        <DropdownMenuRadioGroup
          value={tenants.find(({ current }) => current)?.id ?? ''}
          onValueChange={(tenantId) => enterTenant(tenantId)}
        >
          {tenants.map(({ id, name }) => (
            <DropdownMenuRadioItem key={id} value={id}>
              <span className="truncate">{name}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        {opening}
        <DropdownMenuItem onSelect={() => onAsk('leave')}>
          <DoorOpen size={16} aria-hidden /> Sair da empresa
        </DropdownMenuItem>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
