import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import type { BackupStore } from './backup-store.ts';

/**
 * `url`: `s3://KEY:SECRET@host/bucket/prefix?region=…`, of any S3; without key and secret they are found as AWS' own tools find them.
 * `s3+http:` is without TLS. A request that fails for a moment is tried again by the client.
 */
export function createS3Store(url: URL): BackupStore {
  const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const prefix = rest
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('');
  const { username, password } = url;
  const client = new S3Client({
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`,
    forcePathStyle: true,
    ...(username !== '' && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
  });
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });

  return {
    place: `s3://${url.host}/${bucket}/${prefix}`,

    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...at(name), Body: bytes }));
    },

    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(name)));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async list(begin) {
      const names: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${begin}` });
      for await (const { Contents = [] } of pages) {
        for (const { Key } of Contents) if (Key !== undefined) names.push(Key.slice(prefix.length));
      }
      return names.sort();
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
  };
}
