/** From the button to the money: what the checkout page does after "Pay" (CHK-22, R90). Amounts are the server's. */
import type { CallApi } from '#lib/contract/call.ts';
import * as codes from '#lib/contract/codes.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { SentCheckout, WireCheckout } from '#lib/contract/wire-checkout.ts';
import { goOn, type PaymentResult, payByKit, paymentTimeout } from './pay-in-page.ts';

interface CheckedCard {
  order_no: string;
  account_id: string;
  card_token: string;
  /** Begins the card's check in the provider's form. @returns by what the provider knows the check again */
  check?: ((jwt: string) => Promise<string>) | undefined;
}

/** The card is checked, sent to its bank where the bank asks for it, and charged (API-046, 047, 064; PAY-09). */
async function payCheckedCard(api: CallApi, card: CheckedCard): Promise<PaymentResult> {
  const { order_no, account_id, card_token } = card;
  const started = await api('POST /api/v1/payments/ocean/jwt', { body: { order_no } }, paymentTimeout);
  if (started.code !== 0 || !started.data) return { answer: { ...started, data: null } };
  // The bank decides without the check, too: it may then ask for the second step more often.
  const reference_id = (await card.check?.(started.data.jwt).catch(() => '')) ?? '';
  const asked = await api(
    'POST /api/v1/payments/ocean/lookup',
    { body: { order_no, reference_id, card_token, account_id } },
    paymentTimeout,
  );
  if (asked.code !== 0 || !asked.data) return { answer: { ...asked, data: null } };
  const { enrolled, acs_url, transaction_id } = asked.data;
  if (enrolled) return { go: acs_url };
  return { answer: await goOn(api, order_no, transaction_id) };
}

const payCheckedCards: Partial<Record<ProviderName, typeof payCheckedCard>> = {
  ocean: payCheckedCard,
};

export type PayMethod = CallData<Endpoints['GET /pay/config']>[number];

/** The provider's card fields, as far as paying needs them. */
export interface CardFields {
  /** A token for the card. @throws Error whose message says what is wrong with it; the fields show it as well */
  tokenise(): Promise<{ token: string }>;
  /** Begins the card's check with the shop's token, where the provider has one. */
  check?(jwt: string): Promise<string>;
}

/** A form of the provider's kit in the page (v3): what was typed stays in it, whatever becomes of a try. */
export interface PayForm {
  /** Checks what was given for an amount of the checkout's currency. @returns what is wrong, in words for the shopper; '' for nothing */
  submit(total: number): Promise<string>;
  /**
   * Pays, with the bank's second step where it asks for one; it may leave the page for that, to come back to `path`.
   * @returns why it was not paid, in words for the shopper; '' when it is, or is being decided
   */
  confirm(clientSecret: string, path: string): Promise<string>;
  /** The shop asks the provider for the result once the kit has confirmed; unset, the kit's own answer leads to the result page. */
  asksShop?: boolean;
}

/** The same as the panel that shows it has it. */
export interface KitForm extends PayForm {
  /** Another total: wallets show it. */
  amend(total: number): Promise<void>;
  destroy(): void;
}

/** What a provider's file in `src/client/checkout/kits` opens its form with. */
export interface KitOptions {
  kit: NonNullable<PayMethod['kit']>;
  /** Amount to pay, of `currency` itself. */
  total: number;
  currency: string;
  /** What is known of the payer: filled in beforehand, and sent with the payment as it is then. */
  payer(): Payer;
  /** The message for the shopper when the provider does not answer, or in words that are not for them. */
  silent: string;
  onReady(): void;
  onUnavailable(): void;
}

/** Only what is known. */
export interface Payer {
  email?: string;
  name?: string;
  address: Partial<Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string>>;
}

export type Outcome =
  /** Leave the page: to the result, the bank's second step or the provider. */
  | { kind: 'go'; url: string }
  /** Stay; `code` of R50 tells where the words belong. 0: the card fields already say it. */
  | { kind: 'stay'; code: number; msg: string };

export interface PlaceParts {
  api: CallApi;
  checkout: WireCheckout;
  /** Everything the page has; repeated so that the order is what is on screen. */
  fields: SentCheckout;
  method: PayMethod | null;
  card: CardFields | null;
  form: PayForm | null;
  /** What is said when card fields or form are not there yet. */
  notReady: string;
  /** Told as soon as the order exists. */
  onOrder(orderNo: string): void;
}

export function resultUrl(orderNo: string): string {
  return `/pay/result?order_no=${encodeURIComponent(orderNo)}`;
}

/**
 * Places the order and pays it. The card is asked for before the order exists, so that a mistyped number holds nothing.
 * When a charge has no answer the result page finds out; the buyer is not asked to pay twice.
 */
export async function placeOrder(parts: PlaceParts): Promise<Outcome> {
  const { api, checkout, fields, method, onOrder } = parts;
  let cardToken = '';
  if (method?.flow === 'card' && checkout.total_price > 0) {
    if (!parts.card) return { kind: 'stay', code: 0, msg: parts.notReady };
    try {
      cardToken = (await parts.card.tokenise()).token;
    } catch (problem) {
      return { kind: 'stay', code: 0, msg: (problem as Error).message };
    }
  }
  if (method?.kit && checkout.total_price > 0) {
    const problem = parts.form ? await parts.form.submit(checkout.total_price) : parts.notReady;
    if (problem !== '') return { kind: 'stay', code: 0, msg: problem };
  }
  const { shop_id, token, version, total_price } = checkout;
  const placed = await api(
    'POST /:shop_id/checkouts/:token',
    { params: { shop_id, token }, body: { ...fields, version, total_price } },
    paymentTimeout,
  );
  if (placed.code !== 0) return { kind: 'stay', code: placed.code, msg: placed.msg };
  const { order_no, next } = placed.data as NonNullable<typeof placed.data>;
  onOrder(order_no);
  return pay(parts, order_no, next, cardToken);
}

type Next = CallData<Endpoints['POST /:shop_id/checkouts/:token']>['next'];

async function pay(parts: PlaceParts, order_no: string, next: Next, card_token: string): Promise<Outcome> {
  const { api, checkout, method } = parts;
  const result: Outcome = { kind: 'go', url: resultUrl(order_no) };
  const provider = method?.provider ?? 'local';
  const account_id = method?.account_id ?? '';
  switch (next) {
    case 'done':
      return result;
    case 'zero':
      return settled(
        await api('GET /api/v1/payments/zero/:id', { params: { id: order_no } }, paymentTimeout),
        result,
      );
    case 'express':
      return settled(
        await api(
          'POST /api/v1/payments/paypal/quick/capture',
          { body: { paypal_order_id: checkout.paypal_order_id, checkout_token: checkout.token } },
          paymentTimeout,
        ),
        result,
      );
    case 'card': {
      const payChecked = payCheckedCards[provider];
      if (payChecked) {
        const check = parts.card?.check?.bind(parts.card);
        return inPage(await payChecked(api, { order_no, account_id, card_token, check }), result);
      }
      const paid = await api(
        'POST /api/v1/payments/',
        { body: { order_no, provider, account_id, card_token } },
        paymentTimeout,
      );
      const secondStep = paid.data?.redirect_url ?? '';
      return secondStep ? { kind: 'go', url: secondStep } : settled(paid, result);
    }
    case 'redirect':
    case 'kit': {
      // Without a form in the page a kit's provider is paid at its own page.
      if (next === 'kit' && method?.kit && parts.form) {
        const { confirm, asksShop } = parts.form;
        if (!asksShop) return payInPage(parts, parts.form, order_no);
        return inPage(
          await payByKit(api, { order_no, provider, account_id, confirm, path: result.url }),
          result,
        );
      }
      const started = await api(
        'POST /api/v2/payments/',
        { body: { order_no, provider, account_id, return_url: result.url } },
        paymentTimeout,
      );
      if (started.code !== 0) return settled(started, result);
      const { redirect_url } = started.data as NonNullable<typeof started.data>;
      return redirect_url === '' ? result : { kind: 'go', url: redirect_url };
    }
  }
}

function inPage(paid: PaymentResult, result: Outcome): Outcome {
  if ('go' in paid) return { kind: 'go', url: paid.go };
  return 'stay' in paid ? { kind: 'stay', code: 0, msg: paid.stay } : settled(paid.answer, result);
}

/** Nobody can pay without the secret: where it did not come nothing was taken. */
async function payInPage({ api, method }: PlaceParts, form: PayForm, order_no: string): Promise<Outcome> {
  const result: Outcome = { kind: 'go', url: resultUrl(order_no) };
  const { provider = 'local', account_id = '' } = method ?? {};
  const started = await api(
    'POST /api/v3/payments/',
    { body: { order_no, provider, account_id } },
    paymentTimeout,
  );
  if (started.code === codes.alreadyPaid) return result;
  if (started.code !== 0) return { kind: 'stay', code: started.code, msg: started.msg };
  const { client_secret } = started.data as NonNullable<typeof started.data>;
  const problem = await form.confirm(client_secret, result.url);
  return problem === '' ? result : { kind: 'stay', code: codes.paymentDeclined, msg: problem };
}

const resultCodes: number[] = [codes.ok, codes.alreadyPaid, codes.serverFailure];

/** Paid, pending, paid before or unknown: the result page says which. Refusals stay here. */
function settled(answer: { code: number; msg: string }, result: Outcome): Outcome {
  return resultCodes.includes(answer.code) ? result : { kind: 'stay', code: answer.code, msg: answer.msg };
}
