/**
 * Pages of the simulated card gateway: the card form that a checkout embeds in a frame, the hosted payment page, and the bank's
 * confirmation page.
 */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Sandbox } from './context.ts';
import { completeAfterApproval, updatePaymentStatus } from './gateway-api.ts';
import type { Row } from './ledger.ts';
import { formatAmount, sendPage } from './page.ts';

/** HTML of the card form, for pages that load `card-fields.js`. */
export const cardFormHtml = html`<form id="card" novalidate>
  <label>Card number
    <input id="number" name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="4242 4242 4242 4242" aria-describedby="problem">
  </label>
  <div class="pair">
    <label>Expiry (MM / YY)
      <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="12 / 30" aria-describedby="problem">
    </label>
    <label>Security code
      <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123" aria-describedby="problem">
    </label>
  </div>
  <p id="problem" class="problem" role="alert"></p>
</form>`;

export function createGatewayPages(sandbox: Sandbox): Hono {
  const app = new Hono();
  const find = (secret: string): Row | undefined =>
    sandbox.ledger.one('SELECT * FROM card_payments WHERE client_secret = ?', secret);

  app.get('/gateway/card-frame', (c) =>
    sendPage(c, 'Card details', html`<div class="frame" id="frame">${cardFormHtml}</div>`, {
      script: 'card-frame.js',
      framedBy: sandbox.parentOrigins,
    }),
  );

  app.get('/gateway/pay', (c) => {
    const row = find(c.req.query('secret') ?? '');
    if (!row) return sendPage(c, 'Not found', unknownPayment, { status: 404 });
    return sendPage(
      c,
      'Pay by card',
      html`<main data-secret="${row.client_secret}" data-return="${returnUrl(row)}" id="frame">
  <p class="flag">${played(row)}: no real money</p>
  <h1>Pay ${amountOf(row)}</h1>
  <p>${row.description}</p>
  ${cardFormHtml}
  <button type="submit" form="card">Pay ${amountOf(row)}</button>
  <a class="button quiet" href="${safeUrl(row.cancel_url)}">Cancel and return to the shop</a>
</main>`,
      { script: 'card-frame.js' },
    );
  });

  app.get('/gateway/second-step', (c) => {
    const row = find(c.req.query('secret') ?? '');
    if (!row) return sendPage(c, 'Not found', unknownPayment, { status: 404 });
    return sendPage(
      c,
      'Confirm with your bank',
      html`<main>
  <p class="flag">${played(row)}: no real money</p>
  <h1>Your bank asks: is this you?</h1>
  <p>${amountOf(row)} to the shop, card ending in ${row.last4}</p>
  <form method="post" action="/gateway/second-step">
    <input type="hidden" name="secret" value="${row.client_secret}">
    <button name="decision" value="confirm">Yes, confirm the payment</button>
    <button name="decision" value="refuse" class="quiet">No, refuse it</button>
  </form>
</main>`,
    );
  });

  app.post('/gateway/second-step', async (c) => {
    const form = await c.req.parseBody();
    const row = find(String(form.secret ?? ''));
    if (!row) return sendPage(c, 'Not found', unknownPayment, { status: 404 });
    const confirmed = form.decision === 'confirm';
    sandbox.ledger.together(() =>
      confirmed
        ? completeAfterApproval(sandbox, row)
        : updatePaymentStatus(sandbox, row, 'declined', 'The bank refused the payment.'),
    );
    return c.redirect(returnUrl(row), 303);
  });
  return app;
}

const unknownPayment = html`<main><h1>This payment is not known</h1><p>Go back to the shop and start again.</p></main>`;

/** Returns the label `Sandbox`, followed by the gateway's name unless the payment belongs to the card gateway. */
function played({ provider }: Row): string {
  return provider === 'simulated' ? 'Sandbox' : `Sandbox of ${provider}`;
}

function amountOf(row: Row): string {
  const currency = String(row.currency);
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits;
  return formatAmount(String(Number(row.amount) / 10 ** (digits ?? 2)), currency);
}

function safeUrl(url: unknown): string {
  return /^https?:\/\//.test(String(url)) ? String(url) : '/';
}

function returnUrl(row: Row): string {
  const url = safeUrl(row.return_url);
  if (url === '/') return url;
  const target = new URL(url);
  target.searchParams.set('payment_intent_id', String(row.id));
  return target.href;
}
