import { expect, it } from 'vitest';
import { deviceName } from './session-words.ts';

it('names a session by its browser and operating system', () => {
  expect(deviceName({ browser: 'Chrome', operatingSystem: 'Windows' })).toBe('Chrome em Windows');
  expect(deviceName({ browser: 'Firefox', operatingSystem: null })).toBe('Firefox');
  expect(deviceName({ browser: null, operatingSystem: 'iOS' })).toBe('iOS');
  expect(deviceName({ browser: null, operatingSystem: null })).toBe('Dispositivo desconhecido');
});
