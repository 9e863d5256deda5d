import type { OwnSession } from '@tracker/schemas/contracts/profile.contract';

/** 'Chrome em Windows', or as much of it as is known. */
export function deviceName({ browser, operatingSystem }: Pick<OwnSession, 'browser' | 'operatingSystem'>): string {
  if (browser !== null && operatingSystem !== null) return `${browser} em ${operatingSystem}`;
  return browser ?? operatingSystem ?? 'Dispositivo desconhecido';
}
