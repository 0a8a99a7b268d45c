/** Renders the sandbox's pages, which clearly state that no payment is real, and serves their assets. */
import { readFileSync } from 'node:fs';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';

const types = { css: 'text/css', js: 'text/javascript' };
const assets = [
  'sandbox.css',
  'card-fields.js',
  'card-frame.js',
  'stripe-frame.js',
  'stripe-step.js',
  'popup.js',
  'hosted-button.js',
];
/** The demo shop's font, so that the card form matches the other fields of the shop's checkout. */
const font = readFileSync(new URL('../styles/fonts/figtree.woff2', import.meta.url));
const readAsset = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
const files = new Map(assets.map((name) => [name, readAsset(name)] as const));
/** Browser SDK scripts for the shop's pages, at the same paths as on the providers' real hosts. */
const kits = new Map([
  ['/web-sdk/v6/core', readAsset('core.js')],
  ['/stripe/v3.js', readAsset('stripe-kit.js')],
  ['/components/sdk/v1/index.js', readAsset('airwallex.js')],
]);

/**
 * Responds with an HTML page.
 * @param content created with Hono's `html`, which escapes interpolated values
 * @param framedBy origins whose pages may embed this page in a frame
 */
export function sendPage(
  c: Context,
  title: string,
  content: unknown,
  { script, framedBy = [], status = 200 }: { script?: string; framedBy?: string[]; status?: 200 | 404 } = {},
) {
  return c.html(page(title, content, script), status, pagePolicy(framedBy));
}

function page(title: string, content: unknown, script?: string) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox</title>
<link rel="stylesheet" href="/assets/sandbox.css">
${script ? html`<script type="module" src="/assets/${script}"></script>` : ''}
</head>
<body>${content}</body>
</html>`;
}

function pagePolicy(framedBy: string[]): Record<string, string> {
  const ancestors = framedBy.length > 0 ? framedBy.join(' ') : "'none'";
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

export function serveAssets(app: Hono): void {
  app.get('/assets/figtree.woff2', (c) =>
    c.body(new Uint8Array(font), 200, { 'content-type': 'font/woff2' }),
  );
  for (const [name, text] of files) {
    const type = types[name.split('.')[1] as keyof typeof types];
    app.get(`/assets/${name}`, (c) =>
      c.body(text, 200, { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' }),
    );
  }
  for (const [path, text] of kits)
    app.get(path, (c) =>
      c.body(text, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    );
}

/** Formats a decimal string as an amount, as in `$12.30`. */
export function formatAmount(value: string, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(value));
}
