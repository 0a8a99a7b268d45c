/** Uploads a shopper's image: requests a token, then sends the file (PDP-28, R87). */
import { api } from '#client/api/api.ts';
import { overlayTexts } from './texts.ts';

/** Image types and maximum size that the shop accepts (R87). */
const types = ['image/png', 'image/jpeg', 'image/webp'];
const maxBytes = 5 * 1024 * 1024;

/** Returns a message for the shopper if the file cannot be uploaded; '' if it can. */
export function getUploadError(file: Pick<File, 'type' | 'size'>): string {
  if (!types.includes(file.type)) return overlayTexts.uploadType;
  return file.size > maxBytes ? overlayTexts.uploadSize : '';
}

/**
 * Uploads an image.
 * @param onProgress receives the fraction sent, 0 to 1
 * @returns the URL of the stored image
 * @throws Error with a message for the shopper
 */
export async function uploadImage(
  file: File,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const problem = getUploadError(file);
  if (problem) throw new Error(problem);
  const query = { type: 'image' as const, file_name: fileName(file) };
  const answer = await api('GET /api/v1/common/file/upload/token', { query }, { ...(signal && { signal }) });
  if (answer.code !== 0 || !answer.data) throw new Error(answer.msg || overlayTexts.uploadFailed);
  const refusal = await send(answer.data.upload_url, file, onProgress, signal);
  if (refusal !== null) throw new Error(refusal || overlayTexts.uploadFailed);
  return answer.data.file_url;
}

/** Returns a file name with an extension, which camera and clipboard names may lack. */
function fileName({ name, type }: File): string {
  const ending = `.${type.slice('image/'.length)}`;
  return /\.(png|jpe?g|webp)$/i.test(name) ? name.slice(-200) : `${name.slice(-190)}${ending}`;
}

/** Sends the file with XMLHttpRequest, which reports upload progress. @returns null on success, else the shop's error message or '' */
function send(
  address: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.timeout = 60_000;
    request.setRequestHeader('content-type', file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(refusalOf(request));
    request.onerror = request.ontimeout = request.onabort = () => resolve('');
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function refusalOf({ status, responseText }: XMLHttpRequest): string | null {
  // A successful upload returns status 204 without a body.
  if (status === 204) return null;
  try {
    const { code, msg } = JSON.parse(responseText);
    return code === 0 ? null : String(msg ?? '');
  } catch {
    return '';
  }
}
