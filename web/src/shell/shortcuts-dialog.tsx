import { Fragment, useState } from 'react';
import { useSession } from '../session/session.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { screensFor } from './navigation.ts';
import { SCREEN_KEYS, singleKeysAreOn, turnSingleKeys } from './shortcuts.ts';

/** All shortcuts, and a switch for those of one letter. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const screens = screensFor(useSession().user.role);
  const [areOn, setOn] = useState(singleKeysAreOn);
  const shortcuts = [
    { keys: ['Ctrl', 'K'], label: 'Ir para uma tela ou campanha, ou fazer algo' },
    { keys: ['?'], label: 'Estes atalhos' },
    ...Object.entries(SCREEN_KEYS).flatMap(([key, to]) => {
      const label = screens.find(({ path }) => path === to)?.label;
      return label === undefined ? [] : [{ keys: ['G', key.toUpperCase()], label }];
    }),
  ];
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Atalhos do teclado">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ keys, label }) => (
          <Fragment key={label}>
            <dt className="flex gap-1">
              {keys.map((key, index) => (
                <kbd
                  key={index}
                  className="min-w-6 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-soft-ink text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-5">
        <Checkbox
          label="Atalhos de uma tecla"
          hint="Desligue-os se você dita textos ou usa teclas de outro programa. Ctrl+K continua."
          isChecked={areOn}
          onChange={(next) => {
            setOn(next);
            turnSingleKeys(next);
          }}
        />
      </div>
    </Dialog>
  );
}
