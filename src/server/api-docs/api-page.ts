/** The API reference at /api: one static page, readable without JavaScript, whose look is in api-page-styles.ts. */

import * as codes from '#lib/contract/codes.ts';
import type { EndpointRow } from '#lib/contract/endpoint.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { escapeHtml } from '#lib/escape-html.ts';
import { splitKey } from '../../lib/contract/route-order.ts';
import type { Handlers } from '../core/handler.ts';
import { operationId } from './openapi.ts';
import { groupOf, groupTitles } from './reference-groups.ts';
import { type FieldLine, fieldLines } from './schema-fields.ts';

const codeWords: Record<keyof typeof codes, string> = {
  ok: 'success',
  badParameter: 'bad parameter; msg names it',
  notLoggedIn: 'not logged in',
  checkoutChanged: 'checkout no longer possible as sent',
  notAllowed: 'not allowed',
  notFound: 'not found',
  tooManyRequests: 'too many requests',
  emailTaken: 'e-mail already registered',
  wrongLogin: 'wrong e-mail or password',
  badLink: 'link invalid or expired',
  alreadySubscribed: 'e-mail already subscribed',
  couponUnknown: 'code unknown or expired',
  couponConditions: 'conditions of the code not met',
  couponUsedUp: 'code used up',
  notEnoughStock: 'not enough stock',
  paymentDeclined: 'payment declined',
  alreadyPaid: 'order already paid',
  accountUnavailable: 'payment account unavailable',
  serverFailure: 'server failure',
};

/** The whole page. Rows without a handler are marked as open. */
export function apiPage(handlers: Handlers): string {
  const keys = Object.keys(endpoints) as EndpointKey[];
  const served = keys.filter((key) => key in handlers).length;
  const groups = groupTitles.map((title) => ({ title, keys: keys.filter((key) => groupOf(key) === title) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API reference · Atoll</title>
<link rel="stylesheet" href="/api/reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<aside>
<p class="brand"><a href="/">Atoll</a> <span>API</span></p>
<nav aria-label="Sections"><ul>${groups
    .map(
      (group) =>
        `<li><a href="#${slug(group.title)}">${group.title}<span>${group.keys.length}</span></a></li>`,
    )
    .join('')}</ul></nav>
<p class="aside-note"><a href="/api/openapi.json">openapi.json</a></p>
</aside>
<main id="main">
<header>
<h1>One contract, ${keys.length} calls</h1>
<p class="lead">${served} are served by this shop; the others answer 404 with code ${codes.notFound} until they are. Pages, the bag in the browser and any other client use the same calls.</p>
<div class="basics">
<section><h2>The envelope</h2>
<pre><code>{ "code": 0, "msg": "", "data": … }</code></pre>
<p>HTTP 200 for answers and refusals alike; <code>data</code> is null unless <code>code</code> is 0. 400 is malformed JSON, 404 an unknown call, 413 a body over 1 MiB (64 KiB for the bag), 429 too many calls, 500 a failure with a reference.</p></section>
<section><h2>Sending</h2>
<p>POST and PUT take JSON with <code>Content-Type: application/json</code>; an empty body counts as <code>{}</code>. Headers: <code>token</code> when logged in, <code>time-zone</code> as an IANA name. Amounts are numbers with at most two decimals in the shop’s own currency; the server computes them all, what a client sends is only compared.</p></section>
<section><h2>Codes</h2><dl class="codes">${(Object.keys(codeWords) as (keyof typeof codes)[])
    .map((name) => `<div><dt>${codes[name]}</dt><dd>${codeWords[name]}</dd></div>`)
    .join('')}</dl></section>
</div>
</header>
${groups
  .map(
    (group) =>
      `<section class="group" aria-labelledby="${slug(group.title)}"><h2 id="${slug(group.title)}">${group.title}</h2>${group.keys
        .map((key) => call(key, endpoints[key], key in handlers))
        .join('')}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

function call(key: string, row: EndpointRow, isServed: boolean): string {
  const { method, path } = splitKey(key);
  const parts = [
    row.params && block('In the address', fieldLines(row.params, 'input')),
    row.query && block('Query', fieldLines(row.query, 'input')),
    row.body && block('Body', fieldLines(row.body, 'input')),
    row.raw
      ? '<p class="raw">Leaves the envelope.</p>'
      : block('data', fieldLines(row.data, 'output'), 'answer'),
  ].filter(Boolean);
  return `<details id="${operationId(key)}"><summary><span class="method ${method.toLowerCase()}">${method}</span><code>${escapeHtml(
    path,
  ).replace(/:\w+/g, '<b>$&</b>')}</code><span class="what">${escapeHtml(row.summary)}</span>${
    isServed ? '' : '<span class="open">open</span>'
  }</summary><div class="call">${parts.join('')}<p class="source">${row.id === 'extension' ? 'Extension, beyond the documents' : row.id}${
    row.changesState ? ' · changes something: ignores prefetches and other sites’ pages' : ''
  }</p></div></details>`;
}

function block(title: string, lines: FieldLine[], kind = ''): string {
  if (lines.length === 0) return '';
  return `<table class="${kind}"><caption>${title}</caption><tbody>${lines
    .map(
      (line) =>
        `<tr><th scope="row" class="d${line.depth}"><code>${escapeHtml(line.name) || '—'}</code>${
          line.required || kind === 'answer' ? '' : '<i>optional</i>'
        }</th><td><code>${escapeHtml(line.type)}</code>${line.note ? `<span>${escapeHtml(line.note)}</span>` : ''}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}

function slug(title: string): string {
  return title.toLowerCase().replace(/\W+/g, '-');
}
