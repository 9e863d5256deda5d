import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { showAsOf } from '../data/as-of.ts';
import { keepTabTenant, wasRefused } from '../data/tab-tenant.ts';
import { forgetFigures } from '../offline/stored-figures.ts';
import { SessionContext, useAuth } from '../session/session.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Failure } from '../ui/message.tsx';
import { CenteredSpinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast-store.ts';
import { type Passage, passageOf, type RouteAccess } from './access.ts';
import { askedPath } from './asked-path.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

/** Specification §9: guards, login and registration all wait this long. */
const REDIRECT_AFTER_MS = 500;

/** Not before the screen that was asked for is there. */
const LOGIN_READY_AFTER_MS = 2_000;

let loginScreen: ComponentType | undefined;
const loadLogin = async () => {
  const module = await import('../features/auth/login-screen.tsx');
  loginScreen = module.default;
  return module;
};
const LazyLogin = lazy(loadLogin);
const Recalled = lazy(() => import('../offline/recalled.tsx'));
const RequiredSecondFactor = lazy(() => import('../features/profile/required-second-factor.tsx'));

/** Decides what of a route a person sees, and sends away who is in the wrong place. */
export function Gate({ access, isBare, children }: { access: RouteAccess; isBare: boolean; children: ReactNode }) {
  const auth = useAuth();
  const passage = passageOf(auth, access);
  useRedirect(passage);
  useNamedTenant(passage);
  useLoginAtHand(auth.state === 'signed-in');
  useEffect(() => {
    if (auth.state !== 'signed-out') return;
    forgetFigures();
    showAsOf(undefined);
    keepTabTenant(undefined);
  }, [auth.state]);

  // After a sign-in the form stays until the redirect; a person who opens it signed in never sees it.
  const sawVisitorScreen = useRef(false);
  if (passage === 'visitor-screen') sawVisitorScreen.current = true;
  else if (passage !== 'to-dashboard') sawVisitorScreen.current = false;

  if (auth.state === 'unreachable') {
    const unreachable = <Unreachable onRetry={auth.retry} />;
    return (
      <LatePart loading={<CenteredSpinner />} failure={unreachable}>
        <Recalled otherwise={unreachable} />
      </LatePart>
    );
  }
  if (passage === 'visitor-screen' || (passage === 'to-dashboard' && sawVisitorScreen.current)) return children;
  if (passage === 'login-instead' || passage === 'login-quietly') {
    return <LoginScreen />;
  }
  if (auth.state !== 'signed-in' || passage === 'to-dashboard') return <CenteredSpinner />;
  if (passage === 'second-factor') {
    return (
      <SessionContext value={auth.session}>
        <Suspense fallback={<CenteredSpinner />}>
          <RequiredSecondFactor />
        </Suspense>
      </SessionContext>
    );
  }
  if (passage === 'screen' && isBare) return <SessionContext value={auth.session}>{children}</SessionContext>;
  return (
    <SessionContext value={auth.session}>
      <Shell>
        {passage === 'not-found' ? (
          <NotFound />
        ) : passage === 'forbidden' ? (
          <CenteredSpinner fills="content" />
        ) : (
          children
        )}
      </Shell>
    </SessionContext>
  );
}

function LoginScreen() {
  if (loginScreen) return createElement(loginScreen);
  return (
    <Suspense fallback={<CenteredSpinner />}>
      <LazyLogin />
    </Suspense>
  );
}

/** A session may end at any time, also because the server is going away: its screen is here by then, and follows without a flicker. */
function useLoginAtHand(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn || loginScreen) return;
    const timer = setTimeout(() => void loadLogin().catch(() => undefined), LOGIN_READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}

function useRedirect(passage: Passage): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    const later = (go: () => unknown) => {
      const timer = setTimeout(go, REDIRECT_AFTER_MS);
      return () => clearTimeout(timer);
    };
    const goHome = () => navigate({ to: '/', replace: true });
    if (passage === 'login-instead') {
      toast({
        look: 'destructive',
        title: 'Acesso Negado',
        description: 'Você precisa estar logado para acessar esta página.',
      });
      const asked = router.history.location.href;
      return later(() => navigate({ to: '/login', replace: true, state: { asked } }));
    }
    if (passage === 'forbidden') {
      toast({
        look: 'destructive',
        title: 'Permissão Insuficiente',
        description: 'Você não tem permissão para acessar esta página.',
      });
      return later(goHome);
    }
    if (passage === 'to-dashboard') {
      return later(() => {
        const asked = askedPath(router.history.location.state, window.location.origin);
        return asked === undefined ? goHome() : router.history.replace(asked);
      });
    }
  }, [passage, navigate, router]);
}

/** The address that was opened may have named no company. */
function useNamedTenant(passage: Passage): void {
  const router = useRouter();
  useEffect(() => {
    if (passage !== 'screen') return;
    const { publicHref } = router.buildLocation({ to: '.', search: true, hash: true });
    const { href, state } = router.history.location;
    if (href !== publicHref) router.history.replace(publicHref, state);
    if (wasRefused()) void import('./late-notices.tsx').then(({ sayRefusedTenant }) => sayRefusedTenant());
  }, [passage, router]);
}

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="grid min-h-dvh place-items-center">
    <Failure
      title="O servidor não respondeu."
      detail="Ele pode estar reiniciando. Espere alguns segundos e tente de novo."
      onRetry={onRetry}
    />
  </main>
);
