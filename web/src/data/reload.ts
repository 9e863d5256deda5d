import { toast } from '../ui/toast-store.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Reloads the page when the server answers. Otherwise the tab would lose what it shows to the browser's error page. */
export async function reloadPage(): Promise<void> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), ANSWER_WITHIN_MS);
  const answers = await fetch('/', { cache: 'no-store', signal: giveUp.signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  clearTimeout(timer);
  if (answers) return window.location.reload();
  toast({
    look: 'destructive',
    title: 'Sem conexão',
    description: 'Não foi possível falar com o servidor. Tente de novo daqui a pouco.',
  });
}
