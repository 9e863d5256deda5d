import { expect, test } from 'vitest';
import { pictureOf } from './picture.ts';

test('knows pictures by their first bytes, and takes nothing else for one', () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  expect(pictureOf(png)?.type).toBe('image/png');
  expect(pictureOf(Buffer.from('ffd8ffe0', 'hex'))?.type).toBe('image/jpeg');
  expect(pictureOf(Buffer.from('GIF89a…'))?.type).toBe('image/gif');
  expect(pictureOf(Buffer.from('RIFF\n\0\0\0WEBPVP8 '))?.type).toBe('image/webp');
  for (const text of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '%PDF-1.7', 'RIFF1234WAVE'])
    expect(pictureOf(Buffer.from(text)), text).toBeUndefined();
});
