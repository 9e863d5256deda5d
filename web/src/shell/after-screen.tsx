import { RecalledNote } from '../offline/recalled-note.tsx';
import { PushOfApp } from '../push/push-of-app.tsx';
import { Keyboard } from './keyboard.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

/** What comes after the screen: preparations for the time without a network, notices of sales, the keyboard's shortcuts, the password that some calls need again. */
export default function AfterScreen() {
  return (
    <>
      <RecalledNote />
      <PushOfApp />
      <Keyboard />
      <PasswordPrompt />
    </>
  );
}
