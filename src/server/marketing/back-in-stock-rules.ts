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

/** Settings of a shop that has stored none. */
export const defaultBackInStockSettings: BackInStockSettings = backInStockSettings.parse({});

/** Lifetimes, ms: of an unconfirmed wait, of a confirmed one, and of a notified one, whose email can still delete the address. */
export const backInStockRequestLifetimes = { asked: 7 * day, confirmed: 365 * day, mailed: 30 * day };

/** Length of the prefix that all link ids of one address share. */
const prefixLength = 16;

/** Returns the prefix of a link id that is specific to its address. */
export function getLinkIdPrefix(linkId: string): string {
  return linkId.slice(0, prefixLength);
}

/** Interval after which a repeated request resends the confirmation, ms; it keeps untrusted clients from flooding a mailbox. */
export const confirmationResendMs = hour;

/**
 * Returns how many more shoppers may be notified of a variant.
 * @param stock `pieces`: units for sale now; `notified`: shoppers notified since it last sold out
 */
export function countRemainingNotifications(
  { pieces: units, notified }: { pieces: number; notified: number },
  { perPiece }: Pick<BackInStockSettings, 'perPiece'>,
): number {
  return Math.max(0, units * perPiece - notified);
}
