/** The sandbox as one Hono app; main.ts gives it a process, tests may give it a port of their own. */
import { Hono } from 'hono';
import type { Sandbox } from './context.ts';
import { control } from './control.ts';
import { gatewayApi } from './gateway-api.ts';
import { gatewayPages } from './gateway-pages.ts';
import { playedGateways } from './gateways/played-gateways.ts';
import { serveAssets } from './page.ts';
import { paypalApi } from './paypal-api.ts';
import { paypalPages } from './paypal-pages.ts';
import { placesApi } from './places-api.ts';
import { stripeApi } from './stripe-api.ts';
import { stripePages } from './stripe-pages.ts';

export interface AppOptions {
  sandbox: Sandbox;
  /** Tests may order misbehaviour; never in a shop's own sandbox. */
  allowControl: boolean;
  /** Called on every sign of life of the shop's server. */
  onHeartbeat(): void;
  /** Answers a challenge so that the shop knows its own sandbox again. */
  prove?(challenge: string): string;
}

export function sandboxApp({ sandbox, allowControl, onHeartbeat, prove }: AppOptions): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => {
    onHeartbeat();
    const proof = prove?.(c.req.query('challenge') ?? '');
    return c.json({ sandbox: 'atoll', shop_url: sandbox.shopUrl, pid: process.pid, proof });
  });
  // Ordered before the rest, so that a scenario touches any call.
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
  app.route('/', paypalApi(sandbox));
  app.route('/', paypalPages(sandbox));
  app.route('/', stripeApi(sandbox));
  app.route('/', stripePages(sandbox));
  app.route('/', gatewayApi(sandbox));
  app.route('/', gatewayPages(sandbox));
  for (const [name, gateway] of playedGateways) app.route(`/${name}`, gateway.api(sandbox));
  app.route('/', placesApi());
  return app;
}
