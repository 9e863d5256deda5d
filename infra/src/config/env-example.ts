// Renders `.env.example` from the settings; `npx -y pnpm@12 check` compares it with the file.
import { meaningOf, type SettingText, settingTexts } from './settings.ts';

/** The text of `.env.example`: every setting commented out with its default, so that copying the file changes nothing. */
export function renderEnvExample(): string {
  const lines = ['# Settings of Traffic Tracker. Copy to .env and remove the # before what you change.', '#'];
  lines.push(
    '# This file is generated from infra/src/config/settings.ts; `npx -y pnpm@12 check` compares the two.',
    '',
  );
  for (const [name, text] of Object.entries<SettingText>(settingTexts)) {
    // A default in words (embedded, generated, derived) cannot stand as a value.
    const literal =
      /^[\w.:/-]+$/.test(text.fallback) && !['embedded', 'http://HOST:PORT', 'DATABASE_URL'].includes(text.fallback);
    lines.push(`# ${meaningOf(name, text)}${literal || text.fallback === '' ? '' : ` Default: ${text.fallback}.`}`);
    lines.push(`#${name}=${literal ? text.fallback : ''}`, '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
