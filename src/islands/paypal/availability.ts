/** What is known of PayPal on this page: configuration after 500 ms, availability every 10 s (R24). */
import { atom } from 'nanostores';
import { api } from '#lib/contract/client.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';

const firstLoadMs = 500;
const pollMs = 10_000;

export interface PayPalState {
  config: PayPalConfig | null;
  isAvailable: boolean;
  startsHidden: boolean | null;
}

export const $payPal = atom<PayPalState>({ config: null, isAvailable: false, startsHidden: null });

let watchers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Loads the configuration anew: at first, when PayPal was unavailable, and after 53130. */
export async function loadPayPal(): Promise<void> {
  const [config, sequence] = await Promise.all([
    api('GET /api/v1/paypal/multiple', { query: {} }, { jumpLogin: false }),
    api('GET /pay/method/sequence', { query: {} }, { jumpLogin: false }),
  ]);
  const method = sequence.data?.find((entry) => entry.method === 'paypal');
  const found = config.code === 0 ? config.data : null;
  $payPal.set({
    config: found,
    isAvailable: found !== null,
    // Without a sequence nothing is hidden by it; without the method PayPal is off and there is no configuration.
    startsHidden: method?.start_hidden ?? false,
  });
}

async function poll(): Promise<void> {
  const { config } = $payPal.get();
  // A page nobody looks at asks nothing; it asks at once when it is shown again.
  if (document.visibilityState === 'visible') {
    const query = config ? { account_id: config.id, account_type: String(config.account_type) } : {};
    const answer = await api('GET /api/v1/paypal/multiple/avaliable', { query }, { jumpLogin: false });
    const isAvailable = answer.data?.available === true;
    if (isAvailable && config) $payPal.set({ ...$payPal.get(), isAvailable });
    else await loadPayPal();
  }
  timer = setTimeout(poll, pollMs);
}

/** Starts watching with the first button of the page and stops with the last. @returns stops it for this button */
export function watchPayPal(): () => void {
  watchers += 1;
  if (watchers === 1) {
    const begin = () => {
      timer = setTimeout(async () => {
        await loadPayPal();
        timer = setTimeout(poll, pollMs);
      }, firstLoadMs);
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
  }
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    watchers -= 1;
    if (watchers === 0) clearTimeout(timer);
  };
}
