import { failureToast } from '../../data/failure-toast.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useConfirmSite } from './queries.ts';
import { SITE_TEXTS } from './site-texts.ts';

/** A page spoke of which nothing is known: a person says whether it is the company's. */
export function ConfirmSite({ host }: { host: string }) {
  const confirm = useConfirmSite();
  const say = () =>
    confirm.mutate(host, {
      onSuccess: () => toast(SITE_TEXTS.confirmed(host)),
      onError: (error) => failureToast('Site não confirmado', error, SITE_TEXTS.failed),
    });
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-[13px] text-soft-ink">
        <span className="font-medium">{SITE_TEXTS.question}</span> {SITE_TEXTS.warning}
      </p>
      <Button size="small" disabled={confirm.isPending} onClick={say}>
        {SITE_TEXTS.confirm(host)}
      </Button>
    </div>
  );
}
