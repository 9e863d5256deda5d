import { createLazyRoute } from '@tanstack/react-router';
import { CampaignsScreen } from '../features/campaigns/campaigns-screen.tsx';

export const Route = createLazyRoute('/campaigns')({ component: Campaigns });

function Campaigns() {
  const navigate = Route.useNavigate();
  return (
    <CampaignsScreen
      search={Route.useSearch()}
      onSearch={(change) => navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false })}
    />
  );
}
