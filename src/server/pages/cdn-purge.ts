/** Tells a CDN in front which tags are out of date (CDN_PURGE_URL). */
import type { Services } from '../core/services.ts';

const attempts = 3;
const timeout = 5000;

/**
 * Sends `{"tags": […]}` by POST, tried three times; a CDN that cannot be reached is left to the 60 s its pages live.
 * @param pause waits between attempts
 */
export async function purgeCdn(
  { env, fetch, log }: Pick<Services, 'env' | 'fetch' | 'log'>,
  tags: readonly string[],
  pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt).unref()),
): Promise<void> {
  if (!env.CDN_PURGE_URL) return;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    try {
      const response = await fetch(env.CDN_PURGE_URL, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(env.CDN_PURGE_TOKEN ? { authorization: `Bearer ${env.CDN_PURGE_TOKEN}` } : {}),
        },
        body: JSON.stringify({ tags }),
        signal: AbortSignal.timeout(timeout),
      });
      if (response.ok) return;
      log.warn({ status: response.status }, 'the CDN did not take a purge');
    } catch (error) {
      log.warn({ err: error }, 'the CDN could not be told of a purge');
    }
  }
}
