/** What is known of PayPal on this page: configuration after 500 ms, availability every 10 s (R24). */
import { api } from '#client/api/api.ts';
import type { CallData, Envelope } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';

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
/** The asking under way: whatever was still to come of one that has ended is dropped. */
let asking = new AbortController();
// A set of listeners instead of a store: this runs on pages where nothing else does, and every kilobyte there counts.
const listeners = new Set<(state: PayPalState) => void>();

export function payPalState(): PayPalState {
  return state;
}

function set(next: PayPalState): void {
  state = next;
  for (const listener of listeners) listener(state);
}

let early: string | undefined;

/** Takes what the page got for GET /api/v1/paypal/multiple, an answer's text or that of an error; it is used once (PPX-03). */
export function takeEarlyConfig(answer: string | undefined): void {
  early = answer;
}

async function fetchConfig(options: { jumpLogin: boolean; signal: AbortSignal }) {
  const answer = early;
  early = undefined;
  try {
    return JSON.parse(answer ?? '') as Envelope<CallData<Endpoints['GET /api/v1/paypal/multiple']>>;
  } catch {
    // There is none, or it is the page of a proxy that could not reach the shop.
    return api('GET /api/v1/paypal/multiple', { query: {} }, options);
  }
}

/** Loads the configuration anew: at first, when PayPal was unavailable, and after 53130. */
export async function loadPayPal(): Promise<void> {
  const { signal } = asking;
  const options = { jumpLogin: false, signal };
  const [config, sequence] = await Promise.all([
    fetchConfig(options),
    api('GET /pay/method/sequence', { query: {} }, options),
  ]);
  if (signal.aborted) return;
  const method = sequence.data?.find((entry) => entry.method === 'paypal');
  const found = config.code === 0 ? config.data : null;
  // Without a sequence nothing is hidden by it; without the method PayPal is off and there is no configuration.
  set({ config: found, isAvailable: found !== null, startsHidden: method?.start_hidden ?? false });
}

async function poll(): Promise<void> {
  const { signal } = asking;
  // A hidden page asks nothing; it asks when it is shown again.
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
    else await loadPayPal();
  }
  pollLater(signal);
}

function pollLater(signal: AbortSignal): void {
  if (!signal.aborted) timer = setTimeout(poll, pollMs);
}

function begin(): void {
  const { signal } = asking;
  timer = setTimeout(async () => {
    await loadPayPal();
    pollLater(signal);
  }, firstLoadMs);
}

/**
 * Tells `listener` what is known, now and at every change. The first one starts the asking, the last one ends it.
 * @returns stops telling this one
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
