/** PayPal's state on this page: configuration after 500 ms, availability every 10 s (R24). */
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
/** Aborted when the last listener is removed: results of aborted requests are ignored. */
let asking = new AbortController();
// A set of listeners instead of a store: some pages load no other scripts, and every kilobyte counts there.
const listeners = new Set<(state: PayPalState) => void>();

export function payPalState(): PayPalState {
  return state;
}

function set(next: PayPalState): void {
  state = next;
  for (const listener of listeners) listener(state);
}

let early: string | undefined;

/** Stores the page's early answer to GET /api/v1/paypal/multiple, the text of a response or of an error; used once (PPX-03). */
export function setEarlyConfig(answer: string | undefined): void {
  early = answer;
}

async function fetchConfig(options: { jumpLogin: boolean; signal: AbortSignal }) {
  const answer = early;
  early = undefined;
  try {
    return JSON.parse(answer ?? '') as Envelope<ResponseData<Endpoints['GET /api/v1/paypal/multiple']>>;
  } catch {
    // There is none, or it is the error page of a proxy that could not reach the shop.
    return api('GET /api/v1/paypal/multiple', { query: {} }, options);
  }
}

/** Fetches the configuration: at first, when PayPal was unavailable, and after 53130. */
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
  // Without a sequence the button is not hidden; without PayPal in it, PayPal is off and has no configuration.
  set({ config: found, isAvailable: found !== null, startsHidden: method?.start_hidden ?? false });
}

async function poll(): Promise<void> {
  const { signal } = asking;
  // A hidden page sends no requests; polling resumes when it is visible.
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
 * Calls `listener` with the state, now and at every change. The first listener starts the polling, the last one ends it.
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
