/** The door for tests: misbehaviour on demand and a look into the books. Mounted only with SANDBOX_CONTROL=1. */
import { Hono } from 'hono';
import type { Sandbox } from './context.ts';
import type { AnswerScenario, WebhookScenario } from './scenarios.ts';
import { deliverDue } from './webhooks.ts';

export function control(sandbox: Sandbox): Hono {
  const app = new Hono();
  const { ledger, scenarios } = sandbox;

  app.post('/control/answers', async (c) => {
    scenarios.add((await c.req.json()) as AnswerScenario);
    return c.json({ ok: true });
  });
  app.post('/control/webhooks', async (c) => {
    scenarios.webhooks = (await c.req.json()) as WebhookScenario;
    return c.json({ ok: true });
  });
  app.post('/control/clear', (c) => {
    scenarios.clear();
    return c.json({ ok: true });
  });
  /** Delivers everything that waits, whenever it would be due. */
  app.post('/control/deliver', async (c) => {
    ledger.run('UPDATE deliveries SET next_at = 0 WHERE delivered_at IS NULL');
    await deliverDue(sandbox);
    return c.json({ waiting: ledger.all('SELECT id FROM deliveries WHERE delivered_at IS NULL').length });
  });
  app.get('/control/deliveries', (c) => c.json(ledger.all('SELECT * FROM deliveries ORDER BY id')));
  /** Every capture and refund there ever was. */
  app.get('/control/moves', (c) => c.json(ledger.all('SELECT * FROM moves ORDER BY at, id')));
  app.get('/control/payments', (c) =>
    c.json({
      paypal: ledger.all('SELECT id, status FROM paypal_orders ORDER BY created_at'),
      stripe: ledger.all('SELECT id, body FROM stripe_intents ORDER BY created_at'),
      cards: ledger.all('SELECT * FROM card_payments ORDER BY created_at'),
    }),
  );
  return app;
}
