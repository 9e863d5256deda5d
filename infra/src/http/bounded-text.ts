/** The body of an answer as text; throws `tooLong()` as soon as more bytes came than that, also where its head says fewer. */
export async function boundedText(response: Response, bytesMax: number, tooLong: () => Error): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
