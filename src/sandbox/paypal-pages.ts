/** Pages of the simulated PayPal for the payer: the approval page and the hosted button. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Sandbox } from './context.ts';
import { formatAmount, sendPage } from './page.ts';
import { PayPalApiError } from './paypal-errors.ts';
import { type Order, readOrder, saveOrder } from './paypal-orders.ts';

const buyer = {
  payer_id: 'SANDBOXBUYER1',
  email_address: 'buyer@example.com',
  name: { given_name: 'Jane', surname: 'Doe' },
  phone: { phone_number: { national_number: '4155550132' } },
  address: { country_code: 'US' },
};
const shipTo = {
  name: { full_name: 'Jane Doe' },
  address: {
    address_line_1: '1 Main Street',
    admin_area_2: 'San Jose',
    admin_area_1: 'CA',
    postal_code: '95131',
    country_code: 'US',
  },
};

export function createPayPalPages(sandbox: Sandbox): Hono {
  const app = new Hono();

  app.get('/checkoutnow', (c) => {
    const order = findOrder(sandbox, c.req.query('token') ?? '');
    if (!order) return sendPage(c, 'Not found', notFoundPage, { status: 404 });
    return sendPage(c, 'Pay with PayPal', approveForm(order, c.req.query('popup') === '1'));
  });

  app.post('/checkoutnow', async (c) => {
    const form = await c.req.parseBody();
    const order = findOrder(sandbox, String(form.token ?? ''));
    if (!order) return sendPage(c, 'Not found', notFoundPage, { status: 404 });
    const approved = form.decision !== 'cancel';
    if (approved) sandbox.ledger.together(() => approve(sandbox, order.id, form.funding === 'declined'));
    return leave(c, order, approved, form.popup === '1');
  });

  app.get('/hosted-button', (c) =>
    sendPage(c, 'PayPal', hostedButton, { script: 'hosted-button.js', framedBy: sandbox.parentOrigins }),
  );
  return app;
}

function findOrder(sandbox: Sandbox, id: string): Order | undefined {
  try {
    return readOrder(sandbox, id);
  } catch (error) {
    if (error instanceof PayPalApiError) return undefined;
    throw error;
  }
}

const hostedButton = html`<button type="button" class="paypal" id="pay">Pay with <b>PayPal</b></button>`;
const notFoundPage = html`<main><h1>This payment is not known</h1><p>It may have been cancelled. Go back to the shop and start again.</p></main>`;

function approveForm(order: Order, popup: boolean) {
  const { amount, description } = order.purchase_units[0];
  const isOpen = order.status === 'CREATED' || order.status === 'APPROVED';
  return html`<main>
  <p class="flag">Sandbox: no real money</p>
  <h1>Pay ${formatAmount(amount.value, amount.currency_code)}</h1>
  <p>${description ?? ''}</p>
  <p>Signed in as Jane Doe, buyer@example.com</p>
  ${
    isOpen
      ? html`<form method="post" action="/checkoutnow">
    <input type="hidden" name="token" value="${order.id}">
    <input type="hidden" name="popup" value="${popup ? '1' : ''}">
    <fieldset><legend>Pay with</legend>
      <label><input type="radio" name="funding" value="works" checked> Balance</label>
      <label><input type="radio" name="funding" value="declined"> A card the bank declines</label>
    </fieldset>
    <button name="decision" value="approve">${order.application_context.user_action === 'PAY_NOW' ? 'Agree and pay' : 'Continue'}</button>
    <button name="decision" value="cancel" class="quiet">Cancel and return to the shop</button>
  </form>`
      : html`<p>This payment is already completed.</p>`
  }
</main>`;
}

/** Approves an order on behalf of the simulated buyer. @param declined whether the bank will decline the capture */
export function approve(sandbox: Sandbox, id: string, declined: boolean): void {
  const order = readOrder(sandbox, id);
  if (order.status !== 'CREATED' && order.status !== 'APPROVED') return;
  const wasApproved = order.status === 'APPROVED';
  order.status = 'APPROVED';
  order.payer = buyer;
  order.funding = declined ? 'declined' : 'works';
  order.purchase_units[0].shipping ??= shipTo;
  saveOrder(sandbox, order);
  if (!wasApproved) {
    const { funding: _, ...shown } = order;
    sandbox.notify('paypal', 'CHECKOUT.ORDER.APPROVED', shown);
  }
}

/**
 * Sends the buyer back to the shop: a popup sends a message to its opener and closes; a full page redirects to the return or cancel URL.
 */
function leave(c: Context, order: Order, approved: boolean, popup: boolean) {
  if (popup) {
    const result = JSON.stringify({
      orderId: order.id,
      payerId: approved ? buyer.payer_id : undefined,
      state: approved ? 'approved' : 'canceled',
    });
    const done = html`<main data-result="${result}"><p>Returning to the shop …</p></main>`;
    return sendPage(c, 'Done', done, { script: 'popup.js' });
  }
  const { return_url, cancel_url } = order.application_context;
  const target = approved ? return_url : cancel_url;
  if (!target || !/^https?:\/\//.test(target)) {
    return sendPage(c, 'Done', html`<main><h1>Done</h1><p>You can close this page.</p></main>`);
  }
  const url = new URL(target);
  url.searchParams.set('token', order.id);
  if (approved) url.searchParams.set('PayerID', buyer.payer_id);
  return c.redirect(url.href, 303);
}
