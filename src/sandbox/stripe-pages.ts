/** Pages of the simulated Stripe that the shop embeds in frames: the card form and the bank's confirmation page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Sandbox } from './context.ts';
import { cardFormHtml } from './gateway-pages.ts';
import { sendPage } from './page.ts';
import { completeAuthentication, findBySecret, toIntentResponse } from './stripe-intents.ts';

export function createStripePages(sandbox: Sandbox): Hono {
  const app = new Hono();
  const framedBy = sandbox.parentOrigins;

  app.get('/stripe/elements', (c) =>
    sendPage(c, 'Card details', html`<div class="frame" id="frame">${cardFormHtml}</div>`, {
      script: 'stripe-frame.js',
      framedBy,
    }),
  );

  app.get('/stripe/second-step', (c) => {
    const secret = c.req.query('client_secret') ?? '';
    const intent = findBySecret(sandbox, secret);
    if (!intent)
      return sendPage(c, 'Not found', html`<main><h1>This payment is not known</h1></main>`, { status: 404 });
    return sendPage(
      c,
      'Confirm with your bank',
      html`<div class="step" data-secret="${secret}" id="frame">
  <p class="flag">Sandbox: no real money</p>
  <h1>Your bank asks: is this you?</h1>
  <p>A payment to the shop with the card ending in ${intent.last4}</p>
  <button type="button" data-decision="confirm">Yes, confirm the payment</button>
  <button type="button" data-decision="refuse" class="quiet">No, refuse it</button>
</div>`,
      { script: 'stripe-step.js', framedBy },
    );
  });

  app.post('/stripe/second-step', async (c) => {
    const { client_secret = '', decision } = (await c.req.json()) as Record<string, string>;
    const after = sandbox.ledger.together(() => {
      const intent = findBySecret(sandbox, client_secret);
      return intent && completeAuthentication(sandbox, intent, decision === 'confirm');
    });
    return after
      ? c.json(toIntentResponse(after))
      : c.json({ error: { message: 'This payment is not known.' } }, 404);
  });
  return app;
}
