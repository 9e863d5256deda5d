import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startErrorForAddress, startErrorForPath } from './start-error.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: refused`), { code });

test('describes a file system error in one sentence that names the data directory', () => {
  expect(startErrorForPath(systemError('EACCES'), '/data')?.message).toMatch(
    /^The data directory \/data is not writable; .+\.$/,
  );
  expect(startErrorForPath(systemError('ENOSPC'), '/data')?.message).toMatch(
    /^The disk that holds the data directory \/data is full; .+\.$/,
  );
  expect(startErrorForPath(systemError('EMFILE'), '/data')).toBeUndefined();
  expect(startErrorForPath('text', '/data')).toBeUndefined();
});

test('names a port that is in use', async () => {
  const first = createServer();
  const port = await new Promise<number>((resolve) => {
    first.listen(0, '127.0.0.1', () => resolve((first.address() as { port: number }).port));
  });
  const second = createServer();
  const error = await new Promise<Error>((resolve) => {
    second.once('error', resolve);
    second.listen(port, '127.0.0.1');
  });
  first.close();
  expect(startErrorForAddress(error, '127.0.0.1', port)?.message).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program; stop it, or choose a free one: PORT=${port + 1}.`,
  );
  expect(startErrorForAddress(error, '127.0.0.1', 65_535, 'ADMIN_PORT')?.message).toContain('ADMIN_PORT=65534.');
});
