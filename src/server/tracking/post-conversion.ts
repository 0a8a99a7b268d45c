/** Sends a request to an advertising service. */

const timeoutMs = 10_000;
/** Characters of a response that are read. */
const maxResponseLength = 10_000;

/** The service will never accept this event, however often it is sent. */
export class ConversionRejectedError extends Error {
  override readonly name = 'ConversionRejectedError';
}

/** @throws Error if there is no response within ten seconds */
export async function postConversion(
  fetcher: typeof fetch,
  address: string,
  body: object,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const response = await fetcher(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  return { status: response.status, text: (await response.text()).slice(0, maxResponseLength) };
}
