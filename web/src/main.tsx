import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { createQueryClient } from './data/query-client.ts';
import { reloadWhenAppIsStale } from './data/stale-app.ts';
import { takeTenantOfAddress } from './data/tab-tenant.ts';
import { createAppRouter } from './router.tsx';
import { recheck } from './session/session.ts';
import './styles/main.css';

// The content security policy forbids evaluated code: without this setting, every page would try it once and log a violation.
config({ jitless: true });

reloadWhenAppIsStale();
takeTenantOfAddress();

const router = createAppRouter();
const queryClient = createQueryClient(() => recheck(queryClient));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
