import { createLazyRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx';

export const Route = createLazyRoute('/')({ component: Dashboard });

function Dashboard() {
  const navigate = Route.useNavigate();
  return (
    <DashboardScreen
      search={Route.useSearch()}
      onSearch={(change) => navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false })}
    />
  );
}
