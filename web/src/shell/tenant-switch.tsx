import { useQuery } from '@tanstack/react-query';
import { listOwnTenants } from '@tracker/schemas/contracts/own-tenants.contract';
import { Building2 } from 'lucide-react';
import { contractQuery } from '../data/query-client.ts';
import { enterTenant } from '../data/tab-tenant.ts';
import {
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
} from '../ui/dropdown-menu.tsx';

/** For people of several companies. Others never see it. */
export function TenantSwitch() {
  const { data: tenants = [] } = useQuery({ ...contractQuery(listOwnTenants, {}), staleTime: 0 });
  if (tenants.length < 2) return null;
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
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
