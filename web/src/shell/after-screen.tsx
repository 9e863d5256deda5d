import { RecalledNote } from '../offline/recalled-note.tsx';
import { Keyboard } from './keyboard.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

/** What comes after the screen: preparations for the time without a network, and the keyboard's shortcuts, the password that some calls need again. */
export default function AfterScreen() {
  return (
    <>
      <RecalledNote />
      <Keyboard />
      <PasswordPrompt />
    </>
  );
}
