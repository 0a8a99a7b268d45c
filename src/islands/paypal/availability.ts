/** Tracks PayPal's state on the page: fetches the configuration after 500 ms and the availability every 10 s (R24). */
import { api } from '#client/api/api.ts';
import type { Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';

const firstLoadMs = 500;
const pollMs = 10_000;

export interface PayPalState {
  config: PayPalConfig | null;
  isAvailable: boolean;
  startsHidden: boolean | null;
}

const unknown: PayPalState = { config: null, isAvailable: false, startsHidden: null };
let state = unknown;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Aborts pending requests when the last listener is removed, so that their results are ignored. */
let asking = new AbortController();
// A set of listeners instead of a nanostores store, because some pages load no other scripts, and every kilobyte counts there.
const listeners = new Set<(state: PayPalState) => void>();

export function payPalState(): PayPalState {
  return state;
}

function set(next: PayPalState): void {
  state = next;
  for (const listener of listeners) listener(state);
}

let early: string | undefined;

/**
 * Stores the text of the response to GET /api/v1/paypal/multiple, which the page has requested early. The text can be an error
 * page, and it is used only once (PPX-03).
 */
export function setEarlyConfig(answer: string | undefined): void {
  early = answer;
}

async function fetchConfig(options: { jumpLogin: boolean; signal: AbortSignal }) {
  const answer = early;
  early = undefined;
  try {
    return JSON.parse(answer ?? '') as Envelope<ResponseData<Endpoints['GET /api/v1/paypal/multiple']>>;
  } catch {
    // There is no early response, or it is the error page of a proxy that could not reach the server.
    return api('GET /api/v1/paypal/multiple', { query: {} }, options);
  }
}

/** Fetches PayPal's configuration: initially, after PayPal was unavailable, and after error 53130. */
export async function fetchPayPalConfig(): Promise<void> {
  const { signal } = asking;
  const options = { jumpLogin: false, signal };
  const [config, sequence] = await Promise.all([
    fetchConfig(options),
    api('GET /pay/method/sequence', { query: {} }, options),
  ]);
  if (signal.aborted) return;
  const method = sequence.data?.find((entry) => entry.method === 'paypal');
  const found = config.code === 0 ? config.data : null;
  // If the payment methods could not be fetched, do not hide the button. If they do not include PayPal, it is switched off and
  // `found` is null.
  set({ config: found, isAvailable: found !== null, startsHidden: method?.start_hidden ?? false });
}

async function poll(): Promise<void> {
  const { signal } = asking;
  // A page in the background sends no requests; polling resumes when the page becomes visible.
  if (document.visibilityState === 'visible') {
    const { config } = state;
    const query = config ? { account_id: config.id, account_type: String(config.account_type) } : {};
    const answer = await api(
      'GET /api/v1/paypal/multiple/avaliable',
      { query },
      { jumpLogin: false, signal },
    );
    if (signal.aborted) return;
    const isAvailable = answer.data?.available === true;
    if (isAvailable && config) set({ ...state, isAvailable });
    else await fetchPayPalConfig();
  }
  pollLater(signal);
}

function pollLater(signal: AbortSignal): void {
  if (!signal.aborted) timer = setTimeout(poll, pollMs);
}

function begin(): void {
  const { signal } = asking;
  timer = setTimeout(async () => {
    await fetchPayPalConfig();
    pollLater(signal);
  }, firstLoadMs);
}

/**
 * Calls `listener` with PayPal's state, immediately and after every change. Adding the first listener starts polling, and removing
 * the last listener stops it.
 * @returns a function that removes the listener
 */
export function watchPayPal(listener: (state: PayPalState) => void): () => void {
  listeners.add(listener);
  listener(state);
  if (listeners.size === 1) {
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true, signal: asking.signal });
  }
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    asking.abort();
    asking = new AbortController();
    clearTimeout(timer);
    state = unknown;
  };
}
