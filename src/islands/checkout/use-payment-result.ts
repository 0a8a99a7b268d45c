/** Polls a payment until it is final (PAY-05) and removes a paid order's lines from the bag. */
import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { removeOrderedLines } from '#client/bag/actions.ts';
import { $bag, rereadBag } from '#client/bag/store.ts';
import { deleteCheckoutLines, getCheckoutLines } from '#client/checkout/checkout-lines.ts';
import { forgetOrder, hasBypassedBag, recordFailedPayment } from '#client/checkout/order-trace.ts';
import { sendEvent } from '#client/marketing/start-marketing.ts';
import { findOrderedLines } from '#lib/checkout/ordered-lines.ts';
import {
  classifyPaymentResult,
  isStatusUnchanged,
  needsFullResult,
  nextPollDelay,
  type PaymentResultStatus,
  type PayResult,
} from '#lib/checkout/poll-result.ts';
import * as codes from '#lib/contract/codes.ts';
import type { Envelope } from '#lib/contract/endpoint.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { purchaseId, toEventProducts } from '#lib/marketing/shop-event.ts';

export interface ResultState {
  /** `asking` until the first response; `local` for a placed order that is paid outside the shop. */
  kind: PaymentResultStatus | 'asking' | 'local';
  result: PayResult | null;
  order: WireOrder | null;
  /** Instructions for a local payment method, such as bank transfer; '' for other methods. */
  instructions: string;
  /** True once polling has stopped without a result; an email will report the outcome. */
  hasTimedOut: boolean;
}

const asking: ResultState = {
  kind: 'asking',
  result: null,
  order: null,
  instructions: '',
  hasTimedOut: false,
};
type Answer = Envelope<PayResult>;
const quiet = { jumpLogin: false, timeout: 20_000 };

export function usePaymentResult(orderNo: string | null, token: string | undefined): ResultState {
  const [state, setState] = useState<ResultState>(asking);

  useEffect(() => {
    if (!orderNo) return;
    const order_no = orderNo;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let latest: Answer | null = null;

    /** Fetches only the payment status, and returns true if it has not changed since the last full result. */
    async function isAsBefore(requestNo: number): Promise<boolean> {
      if (!latest?.data || needsFullResult(requestNo)) return false;
      const call = { params: { id: order_no }, query: { token } };
      return isStatusUnchanged(await api('GET /api/v1/pay/status/:id', call, quiet), latest.data);
    }

    async function poll(requestNo: number): Promise<void> {
      const next = nextPollDelay(requestNo);
      if (next !== null && (await isAsBefore(requestNo))) {
        if (!isOver) timer = setTimeout(poll, next, requestNo + 1);
        return;
      }
      if (isOver) return;
      const answer = await api('POST /api/v1/payments/query/result', { body: { order_no, token } }, quiet);
      if (isOver) return;
      const merged = mergeAnswers(answer, latest);
      if (merged.code === 0) latest = merged;
      const kind = classifyPaymentResult(merged, requestNo);
      const isSettled = kind === 'paid' || kind === 'closed';
      // Fetch the order with the first pending result, so that shoppers who pay by bank transfer see the instructions at once.
      const order =
        isSettled || (kind === 'pending' && requestNo === 1) ? await readOrder(order_no, token) : null;
      const instructions = kind === 'pending' && order ? await readInstructions(order) : '';
      if (isOver) return;
      if (instructions !== '') {
        setState({ ...asking, kind: 'local', result: answer.data, order, instructions });
        return;
      }
      if (kind === 'paid') await takeOut(order_no, order);
      if (kind === 'paid' && order) {
        const id = purchaseId(order_no);
        sendEvent('Purchase', toEventProducts(order, order_no), { id, once: id });
      }
      if (kind === 'failed') recordFailedPayment();
      if (isOver) return;
      const isOpen = kind === 'pending' || kind === 'step' || kind === 'untried';
      const wait = isOpen ? next : null;
      const hasTimedOut = kind === 'pending' && wait === null;
      setState((before) => ({
        kind,
        result: merged.data ?? before.result,
        order: isSettled ? order : null,
        instructions,
        hasTimedOut,
      }));
      if (wait !== null) timer = setTimeout(poll, wait, requestNo + 1);
    }

    /**
     * Starts polling. Clears the cached status first, because the provider must be queried at once after a return from the payment
     * page.
     */
    async function begin(): Promise<void> {
      const call = { params: { id: order_no }, query: { token } };
      await api('GET /api/v1/payments/del/pay/status/cache/:id', call, quiet);
      if (!isOver) await poll(1);
    }

    void begin();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [orderNo, token]);

  return orderNo === null ? { ...state, kind: 'unknown' } : state;
}

/**
 * Merges a response with the previous one: a failed or throttled request keeps the previous response, and a pending payment keeps
 * its redirect URL.
 */
function mergeAnswers(answer: Answer, previous: Answer | null): Answer {
  if (!previous?.data) return answer;
  if (answer.code === codes.serverFailure || answer.code === codes.tooManyRequests) return previous;
  if (answer.code !== 0 || !answer.data?.is_under_way) return answer;
  const redirect_url = answer.data.redirect_url || previous.data.redirect_url;
  return { ...answer, data: { ...answer.data, redirect_url } };
}

async function readOrder(id: string, token: string | undefined): Promise<WireOrder | null> {
  const answer = await api('GET /api/v1/order/:id', { params: { id }, query: { token } }, quiet);
  return answer.code === 0 ? (answer.data as WireOrder) : null;
}

/** Returns the instructions of a local payment method, '' for any other method. */
async function readInstructions(order: WireOrder): Promise<string> {
  const answer = await api('GET /api/v1/local/payment/config/:id', { params: { id: order.shop_id } }, quiet);
  return answer.data?.find(({ method }) => method === order.payment_method)?.instructions ?? '';
}

/** Removes the ordered lines from the bag, only once and only after the order is paid (PAY-03). */
async function takeOut(orderNo: string, order: WireOrder | null): Promise<void> {
  if (order && !hasBypassedBag(orderNo)) {
    await rereadBag();
    await removeOrderedLines(
      orderNo,
      findOrderedLines($bag.get().lines, order, getCheckoutLines(order.token)),
    );
    deleteCheckoutLines(order.token);
  }
  forgetOrder(orderNo);
}
