/** Parses arguments that several order commands share. */
import type { OrderLine } from '../orders/order.ts';
import { parseIntegerInRange } from './command.ts';

/** Returns the error for an order number that does not exist. */
export function noOrder(orderNo: string): Error {
  return new Error(`There is no order ${orderNo}. \`orders list\` shows the newest orders.`);
}

/** Splits arguments into quantities by SKU (`SKU=2`) and other arguments. */
export function splitUnits(args: readonly string[]): { quantities: Map<string, number>; others: string[] } {
  const quantities = new Map<string, number>();
  const others: string[] = [];
  for (const word of args) {
    const [, name, count] = /^(.+)=(\d+)$/.exec(word) ?? [];
    if (name && count) quantities.set(name, parseIntegerInRange(count, 1, 9999));
    else others.push(word);
  }
  return { quantities, others };
}

/**
 * Returns the positions and quantities of order lines that are given by SKU or as `line:0`.
 * @throws Error for an unknown line, or a SKU on several lines
 */
export function positionsOf(quantities: ReadonlyMap<string, number>, lines: readonly OrderLine[]) {
  return [...quantities].map(([sku, quantity]) => {
    const named = lines.filter((candidate) => candidate.sku === sku);
    if (named.length > 1) {
      const which = named.map(({ position }) => `line:${position}`).join(', ');
      throw new Error(`"${sku}" is on several lines. Use one of ${which} instead of the SKU.`);
    }
    const line = named[0] ?? lines.find((candidate) => `line:${candidate.position}` === sku);
    if (!line) {
      const candidate = lines.map((each) => each.sku || `line:${each.position}`).join(', ');
      throw new Error(`The order has no line "${sku}". Its lines are ${candidate}.`);
    }
    return { position: line.position, quantity };
  });
}
