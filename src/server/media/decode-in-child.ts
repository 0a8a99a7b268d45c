/** Decodes an untrusted image in a child process (docs/decisions/14-pictures-and-uploads.md). */
import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment, lowerPriority } from './child-process.ts';
import { damagedExitCode } from './decode-exit.ts';
import type { EncodedUpload } from './encode-upload.ts';
import { ImageError } from './image-error.ts';

const program = fileURLToPath(new URL('./decode-upload.ts', import.meta.url));
const timeoutMs = 30_000;
const maxAnswerBytes = 64 * 1024 * 1024;

/**
 * Decodes and re-encodes an image in a child process.
 * @throws ImageError if the image is damaged or takes too long; Error if the process itself fails
 */
export async function decodeInChild(picture: Uint8Array): Promise<EncodedUpload> {
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--max-semi-space-size=1', program],
      {
        encoding: 'buffer',
        env: childEnvironment(),
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxAnswerBytes,
      },
      (error, stdout, stderr) => (error ? reject(toFailure(error, stderr)) : resolve(stdout)),
    );
    // Pages and API requests have priority over the upload, whose sender can wait.
    lowerPriority(child);
    // If the child exits early, stdin emits an error because the child has not read all of it. The callback above reports the
    // failure.
    child.stdin?.on('error', () => {}).end(picture);
  });
  const end = answer.indexOf(0x0a);
  const { mime, original } = JSON.parse(answer.toString('utf8', 0, end)) as {
    mime: string;
    original: number;
  };
  const from = end + 1;
  return { mime, original: answer.subarray(from, from + original), shown: answer.subarray(from + original) };
}

/** Returns an ImageError if the image caused the failure, an Error if the process itself failed. */
function toFailure(error: ExecFileException, stderr: Buffer): Error {
  const isPicture =
    error.code === damagedExitCode ||
    error.killed ||
    String(error.code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
  if (isPicture) return new ImageError('The image is damaged or incomplete.');
  return new Error(`The process that decodes images failed: ${stderr.toString().trim() || error.message}`, {
    cause: error,
  });
}
