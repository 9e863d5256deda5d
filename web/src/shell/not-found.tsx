import { LinkButton } from '../ui/link-button.tsx';
import { usePageTitle } from './page-title.ts';

export function NotFound() {
  usePageTitle('404');
  return (
    <div className="grid min-h-[70dvh] place-items-center px-6 text-center">
      <div>
        <h1 className="font-semibold text-2xl tracking-tight">404 Page Not Found</h1>
        <p className="mt-1 text-muted">Este endereço não existe ou mudou de lugar.</p>
        <LinkButton className="mt-5" size="medium" to="/">
          Ir para o Dashboard
        </LinkButton>
      </div>
    </div>
  );
}
