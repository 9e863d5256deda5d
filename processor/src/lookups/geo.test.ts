import { beforeAll, describe, expect, it } from 'vitest';
import { type Geo, NOWHERE, openGeo } from './geo.ts';

let geo: Geo;
beforeAll(async () => {
  geo = await openGeo();
});

describe('place of an IP address', () => {
  it('is looked up in the local file, with time zone', () => {
    expect(geo.place('177.71.128.9')).toMatchObject({
      countryCode: 'BR',
      timeZone: 'America/Sao_Paulo',
    });
    expect(geo.place('::ffff:177.71.128.9')).toEqual(geo.place('177.71.128.9'));
    expect(geo.place('2001:4860:4860::8888').countryCode).toMatch(/^[A-Z]{2}$/);
  });

  it.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fe80::1', '', 'not an address'])(
    "is unknown for '%s'",
    (address) => {
      expect(geo.place(address)).toEqual(NOWHERE);
    },
  );
});
