/** Lets a guest who has paid create an account with the order and its address, by choosing a password. */
import { emptyAddress } from '#lib/orders/address.ts';
import { isPaid } from '#lib/orders/status.ts';
import type { Handlers } from '../core/handler.ts';
import { hashPassword } from '../core/password-hash.ts';
import { readEmailShopData } from '../mail/email-shop-data.ts';
import { isOwner, orderAccessError } from '../orders/access.ts';
import { normaliseOrderNo } from '../orders/order-no.ts';
import { readOrder } from '../orders/store.ts';
import { checkNewPassword, requireAccounts } from './account.ts';
import { addAddress } from './addresses-store.ts';
import { queueAccountExistsMail, queueCodeMail } from './customer-mails.ts';
import { insertCustomer } from './customers-store.ts';

export const guestAccountHandlers: Handlers = {
  'POST /api/v1/storefront/order/account': async ({ body }, context) => {
    await requireAccounts(context);
    const { services, caller, now } = context;
    const { db } = services;
    const order = await readOrder(db, normaliseOrderNo(body.order_no));
    // Only the browser that placed the order can create the account, not everyone who has the order's link.
    const isTheirs = order !== null && order.customerId === null && isOwner(order, caller);
    if (!isTheirs || !isPaid(order.statusKey) || order.email === '') throw orderAccessError();
    await checkNewPassword(body.password);
    const { email, address, lang, orderNo } = order;
    const [shop, passwordHash] = await Promise.all([
      readEmailShopData(services),
      hashPassword(body.password),
    ]);
    await db.transaction(async (trx) => {
      const names = { firstName: address.first_name, lastName: address.last_name };
      const id = await insertCustomer(trx, { email, lang, ...names, passwordHash }, now);
      // Do not reveal whether the email address already has an account: only its owner is informed, by email. The guest is not
      // logged in either way.
      if (id === null) return queueAccountExistsMail(trx, shop, { email, lang, orderNo }, now);
      if (address.address1 !== '')
        await addAddress(trx, id, { address: { ...emptyAddress, ...address }, isDefault: true }, now);
      await queueCodeMail(trx, shop, 'verify', { id, email, lang }, now);
    });
    return {};
  },
};
