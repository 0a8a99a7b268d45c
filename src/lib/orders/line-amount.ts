/** What the lines of an order cost, wherever it is shown. */
import type { WireOrderLine } from '#lib/contract/wire-order.ts';

/**
 * Before discounts, so that the lines add up to the subtotal, under which the discount is a row of its own (ORD-11).
 * @returns in the currency itself; null for a gift, which has no price
 */
export function lineAmount(line: Pick<WireOrderLine, 'price' | 'quantity' | 'is_gift'>): number | null {
  return line.is_gift ? null : line.price * line.quantity;
}
