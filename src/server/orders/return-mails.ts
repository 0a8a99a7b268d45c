/** The mails about a return: that it was asked for, what the shop says, and that its parcel has come back. */
import { pieceText } from '#lib/orders/piece-text.ts';
import type { Transaction } from '../db/database.ts';
import { type MailShop, mailLanguage } from '../mail/mail-shop.ts';
import type { Order, OrderLine } from './order.ts';
import { queueOrderMail } from './parcel-and-refund-mails.ts';
import type { OrderReturn } from './returns-store.ts';

/** @param lines of the order, to name those of the return */
export async function queueReturnMail(
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
