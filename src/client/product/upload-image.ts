/** Stores a picture of the shopper: a token, then the file itself (PDP-28, R87). */
import { api } from '#client/api/api.ts';
import { words } from './texts.ts';

/** Types and bytes the shop takes (R87). */
const types = ['image/png', 'image/jpeg', 'image/webp'];
const mostBytes = 5 * 1024 * 1024;

/** Why a file cannot be uploaded, in words for the shopper; '' for nothing. */
export function uploadProblem(file: Pick<File, 'type' | 'size'>): string {
  if (!types.includes(file.type)) return words.uploadType;
  return file.size > mostBytes ? words.uploadSize : '';
}

/**
 * @param onProgress told what part of the file is sent, 0 to 1
 * @returns the address under which the picture is stored
 * @throws Error with words for the shopper
 */
export async function uploadImage(
  file: File,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const problem = uploadProblem(file);
  if (problem) throw new Error(problem);
  const query = { type: 'image' as const, file_name: fileName(file) };
  const answer = await api('GET /api/v1/common/file/upload/token', { query }, { ...(signal && { signal }) });
  if (answer.code !== 0 || !answer.data) throw new Error(answer.msg || words.uploadFailed);
  const refusal = await send(answer.data.upload_url, file, onProgress, signal);
  if (refusal !== null) throw new Error(refusal || words.uploadFailed);
  return answer.data.file_url;
}

/** A name that says what the file is: a camera's or clipboard's name may not. */
function fileName({ name, type }: File): string {
  const ending = `.${type.slice('image/'.length)}`;
  return /\.(png|jpe?g|webp)$/i.test(name) ? name.slice(-200) : `${name.slice(-190)}${ending}`;
}

/** The only way to learn how far a file is. @returns null when it arrived, else the shop's words or '' */
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
  // A file that arrived is answered by its status alone.
  if (status === 204) return null;
  try {
    const { code, msg } = JSON.parse(responseText);
    return code === 0 ? null : String(msg ?? '');
  } catch {
    return '';
  }
}
