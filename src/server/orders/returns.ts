/** Return requests, which buyers make and the merchant processes. Each change is one transaction that locks the order. */
import * as codes from '#lib/contract/codes.ts';
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { ReturnState } from '#lib/contract/return-reasons.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { WireReturn, WireReturnableItems } from '#lib/contract/wire-return.ts';
import { type ReturnedLine, returnableUnits } from '#lib/orders/returns.ts';
import { isPaid } from '#lib/orders/status.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { type EmailShopData, readEmailShopData, resolveMailLanguage } from '../mail/email-shop-data.ts';
import { readOrderLines, readParcels } from './lines-store.ts';
import { badRequest, lockOrderOrThrow } from './merchant-store.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import { buildItemParts, queueOrderMail } from './parcel-and-refund-mails.ts';
import { type Refund, readRefunds } from './refunds-store.ts';
import { type ReturnSettings, readReturnSettings } from './return-settings.ts';
import {
  insertReturn,
  type OrderReturn,
  readReturn,
  readReturns,
  returnStatus,
  updateReturn,
} from './returns-store.ts';
import { sumReturnedLines } from './stock-store.ts';

async function queueReturnMail(
  trx: Transaction,
  shop: EmailShopData,
  order: Order,
  { id, state, answer, lines: returnedLines }: Pick<OrderReturn, 'id' | 'state' | 'answer' | 'lines'>,
  lines: readonly OrderLine[],
  now: number,
): Promise<void> {
  const language = resolveMailLanguage(shop, order.lang);
  const { texts } = language;
  const textsByState = {
    asked: [texts.mailReturnAskedTitle, texts.mailReturnAskedText],
    accepted: [texts.mailReturnAcceptedTitle, texts.mailReturnAcceptedText],
    refused: [texts.mailReturnRefusedTitle, texts.mailReturnRefusedText],
    arrived: [texts.mailReturnArrivedTitle, texts.mailReturnArrivedText],
  } as const;
  const [title, text] = textsByState[state];
  await queueOrderMail(trx, shop, language, order, now, {
    what: `${id}:${state}`,
    kind: 'order-return',
    ...{ title, text },
    parts: [
      ...(answer === '' ? [] : [{ kind: 'text' as const, text: answer }]),
      ...buildItemParts(returnedLines, lines),
    ],
  });
}

interface ReturnedQuantities {
  order: Order;
  lines: readonly OrderLine[];
  parcels: readonly Parcel[];
  refunds: readonly Refund[];
  returns: readonly OrderReturn[];
}

/** Returns the units that can still be returned: none if the order is unpaid or fully refunded. */
function findReturnable(
  { order, lines, parcels, refunds, returns }: ReturnedQuantities,
  { days }: ReturnSettings,
  now: number,
): ReturnedLine[] {
  if (!isPaid(order.statusKey)) return [];
  const activeReturns = returns.filter(({ state }) => state !== 'refused');
  const ofReturns = new Set<number | null>(activeReturns.map(({ id }) => id));
  const refunded = refunds.filter(({ state, returnId }) => state !== 'refused' && !ofReturns.has(returnId));
  const facts = {
    bought: lines,
    parcels: parcels.map(({ trackingUpdateTime, deliveredAt, orderInfo }) => ({
      ...{ sentAt: trackingUpdateTime, deliveredAt },
      lines: linesIn(orderInfo),
    })),
    promisedBy: order.arrives?.to ?? null,
    refunded: refunded.flatMap((refund) => refund.lines),
    requests: activeReturns.map(({ createdAt, lines: returnedLines }) => ({
      at: createdAt,
      lines: returnedLines,
    })),
  };
  return returnableUnits(facts, days, now);
}

function linesIn(contents: Parcel['orderInfo']): ReturnedLine[] | null {
  const requestedLines = contents.flatMap(({ position, quantity }) =>
    position === undefined ? [] : [{ position, quantity }],
  );
  return requestedLines.length === contents.length ? requestedLines : null;
}

/**
 * Returns the order's return requests and the items that can still be returned, in API format.
 * @param settings null if the shop does not accept return requests
 */
export function wireReturns(
  returned: ReturnedQuantities,
  settings: ReturnSettings | null,
  now: number,
): { returns: WireReturn[]; returnable: WireReturnableItems | null } {
  const { lines, refunds, returns } = returned;
  const lineAt = (position: number) => lines.find((line) => line.position === position);
  const returnable = settings ? findReturnable(returned, settings, now) : [];
  return {
    returns: returns.map((one) => {
      const sent = refunds.filter(({ state, returnId }) => state === 'sent' && returnId === one.id);
      return {
        id: one.id,
        state: sent.length > 0 ? 'refunded' : one.state,
        ...{ reason: one.reason, words: one.message, answer: one.answer, asked_at: one.createdAt },
        ...{ answered_at: one.answeredAt, arrived_at: one.arrivedAt },
        refunded_at: sent.length > 0 ? Math.max(...sent.map(({ updatedAt }) => updatedAt)) : null,
        lines: one.lines.map((piece) => {
          const line = lineAt(piece.position);
          return { ...piece, title: line?.title ?? '', variant_option: line?.variantOption ?? '' };
        }),
      };
    }),
    returnable:
      settings && returnable.length > 0
        ? {
            reasons: [...settings.reasons],
            lines: returnable.flatMap((piece) => {
              const line = lineAt(piece.position);
              if (!line) return [];
              const { title, variantOption, imageUrl } = line;
              return [{ ...piece, title, variant_option: variantOption, image_url: imageUrl }];
            }),
          }
        : null,
  };
}

type ReturnRequest = Omit<
  RequestInput<Endpoints['POST /api/v1/storefront/order/returns']>['body'],
  'order_no' | 'token'
>;

/**
 * Stores a return request and queues one email to the buyer. Repeating the request id changes nothing.
 * @throws Failure 10001 the shop accepts no returns, does not offer the reason, or fewer units can be returned
 */
export async function requestReturn(services: Services, orderNo: string, wish: ReturnRequest): Promise<void> {
  const { db } = services;
  const now = services.now();
  const [shop, settings] = await Promise.all([readEmailShopData(services), readReturnSettings(db.read)]);
  await db.transaction(async (trx) => {
    const order = await lockOrderOrThrow(trx, orderNo, now);
    const returns = await readReturns(trx, orderNo);
    if (returns.some(({ requestId }) => requestId === wish.request_id)) return;
    if (!settings) throw badRequest('This shop does not accept return requests online.');
    if (!settings.reasons.includes(wish.reason))
      throw badRequest('reason: must be one of the return reasons of this shop.');
    const lines = await readOrderLines(trx, orderNo);
    const parcels = await readParcels(trx, orderNo);
    const refunds = await readRefunds(trx, orderNo);
    const returnable = findReturnable({ order, lines, parcels, refunds, returns }, settings, now);
    const summed = sumReturnedLines(wish.lines);
    for (const { position, quantity } of summed) {
      const maxQuantity = returnable.find((piece) => piece.position === position)?.quantity ?? 0;
      if (quantity > maxQuantity)
        throw badRequest(
          `lines: ${quantity} units of line ${position} cannot be returned; at most ${maxQuantity} can.`,
        );
    }
    const newReturn = {
      ...{ orderNo, requestId: wish.request_id, lines: summed, reason: wish.reason },
      ...{ message: (wish.words ?? '').trim(), createdAt: now },
    };
    const id = await insertReturn(trx, newReturn);
    await queueReturnMail(trx, shop, order, { id, state: 'asked', answer: '', lines: summed }, lines, now);
  });
}

/** For each new state of a return, the states from which it can be reached. */
const before: Record<'accepted' | 'refused' | 'arrived', readonly ReturnState[]> = {
  accepted: ['asked'],
  refused: ['asked', 'accepted'],
  arrived: ['asked', 'accepted'],
};

/**
 * Accepts or rejects a return, or marks it as arrived, and queues one email to the buyer. Setting the same state again changes
 * nothing.
 * @param answer message to the buyer, '' if none
 * @throws Failure 10404 no such return; 10001 not allowed in the current state
 */
export async function processReturn(
  services: Services,
  id: number,
  state: keyof typeof before,
  answer: string,
): Promise<OrderReturn> {
  const { db } = services;
  const now = services.now();
  const shop = await readEmailShopData(services);
  const named = await readReturn(db.read, id);
  if (!named) throw new Failure(codes.notFound, `There is no return ${id}.`);
  return db.transaction(async (trx) => {
    const order = await lockOrderOrThrow(trx, named.orderNo, now);
    const stored = await readReturn(trx, id);
    if (!stored) throw new Failure(codes.notFound, `There is no return ${id}.`);
    if (stored.state === state) return stored;
    // A different decision after a refund would contradict the refund.
    if (stored.isRefunded || !before[state].includes(stored.state))
      throw badRequest(`Return ${id} is ${returnStatus(stored)}: it cannot be ${state} any more.`);
    const change = {
      state,
      ...(answer !== '' && { answer }),
      answeredAt: stored.answeredAt ?? now,
      ...(state === 'arrived' && { arrivedAt: now }),
    };
    await updateReturn(trx, id, change);
    const lines = await readOrderLines(trx, stored.orderNo);
    await queueReturnMail(trx, shop, order, { ...stored, state, answer }, lines, now);
    return { ...stored, ...change };
  });
}
