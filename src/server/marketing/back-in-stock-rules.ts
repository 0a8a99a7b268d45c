/** Who is told when something is back, how many of them, and for how long it is known who asked (R150). Pure. */
import { z } from 'zod';
import type { SettingValue } from '../settings/store.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

export const backInStockSettings = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('true: shoppers can ask for an email when a sold-out variant is available again.'),
  perPiece: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(3)
    .describe('Emails per available item, because not everyone who asked still wants the product.'),
});
export type BackInStock = SettingValue<typeof backInStockSettings>;

/** What holds in a shop that has not said anything. */
export const usualBackInStock: BackInStock = backInStockSettings.parse({});

/** ms: the link that confirms; a confirmed wish; one that was fulfilled, whose mail's link still forgets the address. */
export const waitLives = { asked: 7 * day, confirmed: 365 * day, mailed: 30 * day };

/** Letters of a link id that are the address's own: all links of one address begin with them. */
const ownLetters = 16;

/** What the links of one address have in common; nobody else's begin with it. */
export function addressPart(linkId: string): string {
  return linkId.slice(0, ownLetters);
}

/** ms until asking once more sends the link once more: nobody's mailbox is filled by a stranger. */
export const linkAgainAfter = hour;

/**
 * How many more may be told that a variant is back.
 * @param stock.pieces that can be bought now
 * @param stock.told how many were told since it last had none
 */
export function maxNotifications(
  { pieces, notified }: { pieces: number; notified: number },
  { perPiece }: Pick<BackInStock, 'perPiece'>,
): number {
  return Math.max(0, pieces * perPiece - notified);
}
