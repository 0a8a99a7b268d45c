/** Sends a request to an advertising service. */

const timeoutMs = 10_000;
/** Maximum number of response characters to return. */
const maxResponseLength = 10_000;

/** Thrown if the service will never accept an event, however often it is sent. */
export class ConversionRejectedError extends Error {
  override readonly name = 'ConversionRejectedError';
}

/** Sends a POST request with a JSON body. @throws Error if there is no response within ten seconds */
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
