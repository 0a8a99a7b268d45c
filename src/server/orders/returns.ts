/** Returns of an order: asked for by its buyer, answered by the merchant. Each change is one transaction under the order's lock. */
import * as codes from '#lib/contract/codes.ts';
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { ReturnState } from '#lib/contract/return-reasons.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { WireReturn, WireReturnable } from '#lib/contract/wire-return.ts';
import { pieceText } from '#lib/orders/piece-text.ts';
import { type Pieces, returnablePieces } from '#lib/orders/returns.ts';
import { isPaid } from '#lib/orders/status.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { type MailShop, mailLanguage, readMailShop } from '../mail/mail-shop.ts';
import { readOrderLines, readParcels } from './lines-store.ts';
import { needed, refused } from './merchant-store.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import { queueOrderMail } from './parcel-and-refund-mails.ts';
import { type Refund, readRefunds } from './refunds-store.ts';
import { type ReturnSettings, readReturnSettings } from './return-settings.ts';
import {
  insertReturn,
  type OrderReturn,
  readReturn,
  readReturns,
  standOf,
  updateReturn,
} from './returns-store.ts';
import { sumWants } from './stock-store.ts';

/** @param lines of the order, to name those of the return */
async function queueReturnMail(
  trx: Transaction,
  shop: MailShop,
  order: Order,
  { id, state, answer, lines: pieces }: Pick<OrderReturn, 'id' | 'state' | 'answer' | 'lines'>,
  lines: readonly OrderLine[],
  now: number,
): Promise<void> {
  const language = mailLanguage(shop, order.lang);
  const { texts } = language;
  const said = {
    asked: [texts.mailReturnAskedTitle, texts.mailReturnAskedText],
    accepted: [texts.mailReturnAcceptedTitle, texts.mailReturnAcceptedText],
    refused: [texts.mailReturnRefusedTitle, texts.mailReturnRefusedText],
    arrived: [texts.mailReturnArrivedTitle, texts.mailReturnArrivedText],
  } as const;
  const [title, text] = said[state];
  const named = pieces.flatMap(({ position, quantity }) => {
    const line = lines.find((known) => known.position === position);
    return line ? [{ kind: 'text' as const, text: pieceText(quantity, line.title, line.variantOption) }] : [];
  });
  await queueOrderMail(trx, shop, language, order, now, {
    what: `${id}:${state}`,
    kind: 'order-return',
    ...{ title, text },
    parts: [...(answer === '' ? [] : [{ kind: 'text' as const, text: answer }]), ...named],
  });
}

interface Held {
  order: Order;
  lines: readonly OrderLine[];
  parcels: readonly Parcel[];
  refunds: readonly Refund[];
  returns: readonly OrderReturn[];
}

/** Pieces that may be asked for now; none of an order that is unpaid or was refunded whole. */
function piecesLeft(
  { order, lines, parcels, refunds, returns }: Held,
  { days }: ReturnSettings,
  now: number,
): Pieces[] {
  if (!isPaid(order.statusKey)) return [];
  const asked = returns.filter(({ state }) => state !== 'refused');
  const ofReturns = new Set<number | null>(asked.map(({ id }) => id));
  const refunded = refunds.filter(({ state, returnId }) => state !== 'refused' && !ofReturns.has(returnId));
  const facts = {
    bought: lines,
    parcels: parcels.map(({ trackingUpdateTime, deliveredAt, orderInfo }) => ({
      ...{ sentAt: trackingUpdateTime, deliveredAt },
      lines: linesIn(orderInfo),
    })),
    promisedBy: order.arrives?.to ?? null,
    refunded: refunded.flatMap((refund) => refund.lines),
    asked: asked.map(({ createdAt, lines: pieces }) => ({ at: createdAt, lines: pieces })),
  };
  return returnablePieces(facts, days, now);
}

function linesIn(contents: Parcel['orderInfo']): Pieces[] | null {
  const known = contents.flatMap(({ position, quantity }) =>
    position === undefined ? [] : [{ position, quantity }],
  );
  return known.length === contents.length ? known : null;
}

/** What an order tells of its returns. @param settings null where none are asked for */
export function wireReturns(
  held: Held,
  settings: ReturnSettings | null,
  now: number,
): { returns: WireReturn[]; returnable: WireReturnable | null } {
  const { lines, refunds, returns } = held;
  const lineAt = (position: number) => lines.find((line) => line.position === position);
  const left = settings ? piecesLeft(held, settings, now) : [];
  return {
    returns: returns.map((one) => {
      const sent = refunds.filter(({ state, returnId }) => state === 'sent' && returnId === one.id);
      return {
        id: one.id,
        state: sent.length > 0 ? 'refunded' : one.state,
        ...{ reason: one.reason, words: one.words, answer: one.answer, asked_at: one.createdAt },
        ...{ answered_at: one.answeredAt, arrived_at: one.arrivedAt },
        refunded_at: sent.length > 0 ? Math.max(...sent.map(({ updatedAt }) => updatedAt)) : null,
        lines: one.lines.map((piece) => {
          const line = lineAt(piece.position);
          return { ...piece, title: line?.title ?? '', variant_option: line?.variantOption ?? '' };
        }),
      };
    }),
    returnable:
      settings && left.length > 0
        ? {
            reasons: settings.reasons,
            lines: left.flatMap((piece) => {
              const line = lineAt(piece.position);
              if (!line) return [];
              const { title, variantOption, imageUrl } = line;
              return [{ ...piece, title, variant_option: variantOption, image_url: imageUrl }];
            }),
          }
        : null,
  };
}

type Wish = Omit<CallInput<Endpoints['POST /api/v1/storefront/order/returns']>['body'], 'order_no' | 'token'>;

/**
 * Writes down what is to be sent back, with one mail to the buyer; the same request again is the same return.
 * @throws Failure 10001 where the shop takes none back, for a reason it does not offer, and for more pieces than are left
 */
export async function askForReturn(services: Services, orderNo: string, wish: Wish): Promise<void> {
  const { db } = services;
  const now = services.now();
  const [shop, settings] = await Promise.all([readMailShop(services), readReturnSettings(db.read)]);
  await db.transaction(async (trx) => {
    const order = await needed(trx, orderNo, now);
    const returns = await readReturns(trx, orderNo);
    if (returns.some(({ requestId }) => requestId === wish.request_id)) return;
    if (!settings) throw refused('This shop takes no returns by this call.');
    if (!settings.reasons.includes(wish.reason)) throw refused('reason: is not one of this shop.');
    const lines = await readOrderLines(trx, orderNo);
    const parcels = await readParcels(trx, orderNo);
    const refunds = await readRefunds(trx, orderNo);
    const left = piecesLeft({ order, lines, parcels, refunds, returns }, settings, now);
    const summed = sumWants(
      wish.lines.map(({ position, quantity }) => ({ variantId: position, quantity })),
    ).map(({ variantId: position, quantity }) => ({ position, quantity }));
    for (const { position, quantity } of summed) {
      const most = left.find((piece) => piece.position === position)?.quantity ?? 0;
      if (quantity > most)
        throw refused(`lines: ${quantity} pieces of line ${position} cannot be sent back, but ${most}.`);
    }
    const asked = {
      ...{ orderNo, requestId: wish.request_id, lines: summed, reason: wish.reason },
      ...{ words: (wish.words ?? '').trim(), createdAt: now },
    };
    const id = await insertReturn(trx, asked);
    await queueReturnMail(trx, shop, order, { id, state: 'asked', answer: '', lines: summed }, lines, now);
  });
}

/** From which states each may come. */
const before: Record<'accepted' | 'refused' | 'arrived', readonly ReturnState[]> = {
  accepted: ['asked'],
  refused: ['asked', 'accepted'],
  arrived: ['asked', 'accepted'],
};

/**
 * Accepts a return, refuses it, or notes that its parcel has come back; the buyer is told by one mail each. Said again it changes
 * nothing.
 * @param answer words for the buyer, '' for none
 * @throws Failure 10404 no such return, 10001 where it is too late for that
 */
export async function answerReturn(
  services: Services,
  id: number,
  state: keyof typeof before,
  answer: string,
): Promise<OrderReturn> {
  const { db } = services;
  const now = services.now();
  const shop = await readMailShop(services);
  const named = await readReturn(db.read, id);
  if (!named) throw new Failure(codes.notFound, `There is no return ${id}.`);
  return db.transaction(async (trx) => {
    const order = await needed(trx, named.orderNo, now);
    const known = await readReturn(trx, id);
    if (!known) throw new Failure(codes.notFound, `There is no return ${id}.`);
    if (known.state === state) return known;
    // The money has gone: another answer would contradict it.
    if (known.isRefunded || !before[state].includes(known.state))
      throw refused(`Return ${id} is ${standOf(known)}: it cannot be ${state} any more.`);
    const change = {
      state,
      ...(answer !== '' && { answer }),
      answeredAt: known.answeredAt ?? now,
      ...(state === 'arrived' && { arrivedAt: now }),
    };
    await updateReturn(trx, id, change);
    const lines = await readOrderLines(trx, known.orderNo);
    await queueReturnMail(trx, shop, order, { ...known, state, answer }, lines, now);
    return { ...known, ...change };
  });
}
