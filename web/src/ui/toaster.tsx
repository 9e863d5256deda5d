import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { cn } from './cn.ts';
import { dismissToast, useToasts } from './toast-store.ts';

/**
 * Radix gives Escape to what appeared last, which is the toast although the person is in a dialog: it is given to the dialog once more
 * when the toast is gone.
 */
function leaveToDialog(): void {
  const focused = document.activeElement;
  if (!focused?.closest('[role=dialog], [role=alertdialog]')) return;
  setTimeout(() => focused.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
}

/** One at a time, 5 s, swiped away after 50 px, focused with F8 (specification §9). */
export default function Toaster() {
  const toasts = useToasts();
  return (
    // A `Provider` for each toast: one that is closed by hand leaves Radix's time standing still, and the next would stay for ever.
    <Toast.Provider key={toasts[0]?.id} label="Aviso" duration={5_000} swipeThreshold={50} swipeDirection="right">
      {toasts.map(({ id, isOpen, title, description, look = 'default', action }) => {
        const Icon = look === 'destructive' ? CircleAlert : CircleCheck;
        return (
          <Toast.Root
            key={id}
            open={isOpen}
            onOpenChange={(open) => !open && dismissToast(id)}
            data-look={look}
            onEscapeKeyDown={leaveToDialog}
            className={cn(
              'flex items-start gap-3 rounded-xl border bg-surface p-3.5 shadow-float data-[state=open]:animate-slide-in',
              'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
              look === 'destructive' ? 'border-bad' : 'border-line',
            )}
          >
            <Icon
              size={19}
              aria-hidden
              className={cn('mt-px shrink-0', look === 'destructive' ? 'text-bad' : 'text-good')}
            />
            <div className="min-w-0 flex-1">
              <Toast.Title className="font-semibold text-sm">{title}</Toast.Title>
              {description && (
                <Toast.Description className="mt-0.5 text-soft-ink text-sm">{description}</Toast.Description>
              )}
            </div>
            {action && (
              <Toast.Action
                altText={action.label}
                onClick={action.onSelect}
                className="-my-1 shrink-0 rounded-md px-2 py-1 font-medium text-accent text-sm hover:bg-hover"
              >
                {action.label}
              </Toast.Action>
            )}
            <Toast.Close
              aria-label="Fechar aviso"
              // As high as the title's line, also where it is as large as a thumb.
              className="-m-1 grid place-items-center rounded-md p-1 text-muted max-sm:-my-3 max-sm:-mr-2.5 hover:bg-hover hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Toast.Close>
          </Toast.Root>
        );
      })}
      <Toast.Viewport
        hotkey={['F8']}
        label="Avisos ({hotkey})"
        className="fixed inset-x-3 bottom-3 z-60 m-0 flex list-none flex-col gap-2 p-0 md:left-auto md:w-full md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}
