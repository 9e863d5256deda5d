import { Failure } from '../ui/message.tsx';

/** In place of a screen whose code failed or did not arrive. */
export const ScreenError = () => (
  <div className="grid min-h-[70dvh] place-items-center">
    <Failure
      title="Esta tela não abriu."
      detail="Recarregue a página. Se continuar assim, fale com o suporte."
      onRetry={() => window.location.reload()}
    />
  </div>
);
