/** Commands about orders. */
import { writeAmount } from '../catalog/csv/cells.ts';
import { listOrders, shipOrder } from '../orders/merchant-store.ts';
import { BadUsage, type Command, onOneLine, whole } from './command.ts';

export const orderCommands: Record<string, Command> = {
  orders: {
    usage: 'orders [COUNT]',
    summary: 'Lists the newest orders, 20 unless told.',
    run: async ({ services, words, say }) => {
      if (words.length > 1) throw new BadUsage('There are too many words.');
      const orders = await listOrders(services.db.read, whole(words[0] ?? '20', 1, 1000));
      for (const order of orders) {
        const when = new Date(order.orderTime).toISOString().slice(0, 16).replace('T', ' ');
        const total = `${writeAmount(order.total, order.currency)} ${order.currency}`;
        const hold = order.holdReason ? `, on hold: ${order.holdReason}` : '';
        say(
          `${order.orderNo}  ${when}  ${total.padStart(14)}  ${statusNames[order.status] ?? '?'}${hold}  ${onOneLine(order.email)}`,
        );
      }
      if (orders.length === 0) say('No orders yet.');
      return true;
    },
  },

  ship: {
    usage: 'ship ORDER TRACKING [COMPANY]',
    summary: 'Marks a paid order as shipped and keeps its tracking number.',
    run: async ({ services, words, say }) => {
      const [orderNo, number, ...company] = words;
      if (!orderNo || !number) throw new BadUsage('The order number or the tracking number is missing.');
      if (!/^[\w-]{3,60}$/.test(number)) throw new BadUsage(`"${number}" is not a tracking number.`);
      const tracking = { number, company: company.join(' ').slice(0, 60) };
      const refusal = await services.db.transaction((trx) =>
        shipOrder(trx, orderNo, tracking, services.now()),
      );
      if (refusal !== '') throw new Error(`Order ${orderNo} cannot be shipped: it is ${refusal}.`);
      say(`Order ${orderNo} is shipped with ${number}`);
      return true;
    },
  },
};

/** R61. */
const statusNames: Record<number, string> = {
  [-1]: 'payment failed',
  0: 'pending payment',
  1: 'paid',
  2: 'processing',
  3: 'shipped',
  4: 'completed',
  5: 'cancelled',
  6: 'refunded',
};
