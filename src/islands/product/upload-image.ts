import { api } from '#lib/contract/client.ts';

/**
 * Stores a picture of the shopper (PDP-28).
 * @returns its address
 * @throws Error with words for the shopper
 */
export async function uploadImage(file: File): Promise<string> {
  const query = { type: 'image' as const, file_name: file.name.slice(-200) };
  const answer = await api('GET /api/v1/common/file/upload/token', { query });
  if (answer.code !== 0) throw new Error(answer.msg);
  const { upload_url, file_url } = answer.data as { upload_url: string; file_url: string };
  const response = await fetch(upload_url, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': file.type },
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null);
  if (!response?.ok)
    throw new Error('The picture could not be uploaded. It may be at most 5 MB of PNG, JPEG or WebP.');
  return file_url;
}
