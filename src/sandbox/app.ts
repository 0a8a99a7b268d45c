/** Creates the payment sandbox as one Hono app, which main.ts serves in a separate process and tests can serve directly. */
import { Hono } from 'hono';
import type { Sandbox } from './context.ts';
import { createGatewayApi } from './gateway-api.ts';
import { createGatewayPages } from './gateway-pages.ts';
import { sandboxGateways } from './gateways/sandbox-gateways.ts';
import { serveAssets } from './page.ts';
import { createPayPalApi } from './paypal-api.ts';
import { createPayPalPages } from './paypal-pages.ts';
import { createPlacesApi } from './places-api.ts';
import type { ResponseScenario, WebhookScenario } from './scenarios.ts';
import { createStripeApi } from './stripe-api.ts';
import { createStripePages } from './stripe-pages.ts';
import { deliverDueWebhooks } from './webhooks.ts';

function control(sandbox: Sandbox): Hono {
  const app = new Hono();
  const { ledger, scenarios } = sandbox;

  app.post('/control/answers', async (c) => {
    scenarios.add((await c.req.json()) as ResponseScenario);
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
  /** Delivers all queued webhooks now, even those not yet due. */
  app.post('/control/deliver', async (c) => {
    ledger.run('UPDATE deliveries SET next_at = 0 WHERE delivered_at IS NULL');
    await deliverDueWebhooks(sandbox);
    return c.json({ waiting: ledger.all('SELECT id FROM deliveries WHERE delivered_at IS NULL').length });
  });
  app.get('/control/deliveries', (c) => c.json(ledger.all('SELECT * FROM deliveries ORDER BY id')));
  /** Lists all captures and refunds. */
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

export interface AppOptions {
  sandbox: Sandbox;
  /** Enables the endpoints with which tests trigger failures; must be off in a shop's sandbox. */
  allowControl: boolean;
  /** Called for each `/healthz` request, which the shop's server sends as a heartbeat. */
  onHeartbeat(): void;
  /** Signs a challenge, so that the shop recognises its own sandbox. */
  prove?(challenge: string): string;
}

export function createSandboxApp({ sandbox, allowControl, onHeartbeat, prove }: AppOptions): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => {
    onHeartbeat();
    const proof = prove?.(c.req.query('challenge') ?? '');
    return c.json({ sandbox: 'atoll', shop_url: sandbox.shopUrl, pid: process.pid, proof });
  });
  // This middleware is registered first, so that a test scenario can affect any request.
  app.use('*', async (c, next) => {
    const scenario = sandbox.scenarios.take(c.req.method, c.req.path);
    if (scenario?.status && scenario.before)
      return c.json({ name: 'INTERNAL_SERVER_ERROR' }, scenario.status as 500);
    const cleared = sandbox.scenarios.untilCleared();
    await next();
    if (scenario?.hold) await cleared;
    if (scenario?.delay_ms) await new Promise((resolve) => setTimeout(resolve, scenario.delay_ms));
    if (scenario?.status) c.res = c.json({ name: 'INTERNAL_SERVER_ERROR' }, scenario.status as 500);
    return undefined;
  });
  if (allowControl) app.route('/', control(sandbox));
  serveAssets(app);
  app.route('/', createPayPalApi(sandbox));
  app.route('/', createPayPalPages(sandbox));
  app.route('/', createStripeApi(sandbox));
  app.route('/', createStripePages(sandbox));
  app.route('/', createGatewayApi(sandbox));
  app.route('/', createGatewayPages(sandbox));
  for (const [name, gateway] of sandboxGateways) app.route(`/${name}`, gateway.api(sandbox));
  app.route('/', createPlacesApi());
  return app;
}
