/** Limits of back-in-stock emails: recipients per unit, retention and resending (R150). Pure. */
import { z } from 'zod';
import type { SettingValue } from '../settings/store.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

export const backInStockSettings = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('true: shoppers can request an email for when a sold-out variant is available again.'),
  perPiece: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(3)
    .describe(
      'Number of emails per available unit. The default is more than 1, because not everyone on the waiting list still wants the product.',
    ),
});
export type BackInStockSettings = SettingValue<typeof backInStockSettings>;

/** Default settings, for a shop that has stored none. */
export const defaultBackInStockSettings: BackInStockSettings = backInStockSettings.parse({});

/**
 * Lifetimes of back-in-stock requests by state, ms: unconfirmed, confirmed, and notified. A notified request is kept so that the
 * link in its email can still delete the address.
 */
export const backInStockRequestLifetimes = { asked: 7 * day, confirmed: 365 * day, mailed: 30 * day };

/** Length of the prefix that all link ids of one email address share. */
const prefixLength = 16;

/** Returns the prefix of a link id, which is specific to its email address. */
export function getLinkIdPrefix(linkId: string): string {
  return linkId.slice(0, prefixLength);
}

/** Minimum time before a repeated request resends the confirmation, ms. It keeps untrusted clients from flooding a mailbox. */
export const confirmationResendMs = hour;

/**
 * Returns how many more shoppers may be notified that a variant is back in stock.
 * @param stock `pieces`: units for sale now; `notified`: shoppers notified since the variant last sold out
 */
export function countRemainingNotifications(
  { pieces: units, notified }: { pieces: number; notified: number },
  { perPiece }: Pick<BackInStockSettings, 'perPiece'>,
): number {
  return Math.max(0, units * perPiece - notified);
}
