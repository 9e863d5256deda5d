import { lazy, useEffect, useState } from 'react';
import { whenPasswordNeeded } from '../data/call.ts';
import { LatePart } from '../ui/late-part.tsx';

const ConfirmPassword = lazy(() => import('./confirm-password.tsx'));

/** Asks for the password where a call needs it again. */
export function PasswordPrompt() {
  const [onPassword, setOnPassword] = useState<(isGiven: boolean) => void>();
  useEffect(() => whenPasswordNeeded(() => new Promise((resolve) => setOnPassword(() => resolve))), []);
  return (
    <LatePart>
      {onPassword && (
        <ConfirmPassword
          onDone={(isGiven) => {
            setOnPassword(undefined);
            onPassword(isGiven);
          }}
        />
      )}
    </LatePart>
  );
}
