/** Renders the API reference at /api: one static HTML page that needs no JavaScript. */

import type { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { escapeHtml } from '#lib/escape-html.ts';
import { splitEndpointKey } from '../../lib/contract/route-order.ts';
import { inputObjects, outputObjects } from './objects.ts';
import { operationId } from './openapi.ts';
import { getGroupTitle, groupTitles } from './reference-groups.ts';
import { listSchemaFields, type SchemaField, scopeOf, typeOf } from './schema-fields.ts';

/** Descriptions of the response codes, as printed in the API reference. */
export const codeMeanings: Record<keyof typeof codes, string> = {
  ok: 'success',
  badParameter: 'invalid parameter; msg names it',
  notLoggedIn: 'not logged in',
  checkoutChanged: 'the checkout has changed and cannot be completed as sent',
  notAllowed: 'not allowed',
  notFound: 'not found',
  changedMeanwhile: 'someone else changed the same record; msg names who and what',
  confirmationRequired: 'confirm the act with your password or a code first',
  tooManyRequests: 'too many requests',
  emailTaken: 'email already registered',
  invalidCredentials: 'wrong email or password',
  badLink: 'link invalid or expired',
  alreadySubscribed: 'email already subscribed',
  couponUnknown: 'coupon code unknown or expired',
  couponConditionsNotMet: 'conditions of the coupon code not met',
  couponUsedUp: 'coupon code used up',
  notEnoughStock: 'not enough stock',
  paymentDeclined: 'payment declined',
  alreadyPaid: 'order already paid',
  accountUnavailable: 'payment account not available',
  serverFailure: 'server error',
};

/** Text for the API reference that explains the units of amounts and times in requests and responses. */
export const wireUnits =
  'Amounts are numbers with at most two decimals in the currency of the shop: 5.5 means 5.50. Times are ms UTC. A handle is the part of a URL that names a page.';

export function renderApiPage(): string {
  const keys = Object.keys(endpoints) as EndpointKey[];
  const groups = groupTitles.map((title) => ({
    title,
    keys: keys.filter((key) => getGroupTitle(key) === title),
  }));
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
<a class="skip" href="#main">Skip to the endpoints</a>
<aside>
<p class="brand"><a href="/">Atoll</a> <span>API</span></p>
<nav aria-label="Sections"><ul>${groups
    .map(
      (group) =>
        `<li><a href="#${slug(group.title)}">${group.title}<span>${group.keys.length}</span></a></li>`,
    )
    .join('')}<li><a href="#objects">Objects<span>${objects.length}</span></a></li></ul></nav>
<p class="aside-note"><a href="/api/openapi.json">openapi.json</a></p>
</aside>
<main id="main">
<header>
<h1>${keys.length} endpoints</h1>
<p class="lead">The pages of the shop, the bag in the browser and other clients use the same endpoints.</p>
<div class="basics">
<section><h2>Responses</h2>
<pre><code>{ "code": 0, "msg": "", "data": … }</code></pre>
<p>Success and errors have HTTP status 200; <code>data</code> is null unless <code>code</code> is 0. Other statuses: 400 malformed JSON, 404 unknown endpoint, 413 body over 1 MiB (64 KiB for the bag), 429 too many requests, 500 server error with a reference.</p></section>
<section><h2>Requests</h2>
<p>POST and PUT take JSON with <code>Content-Type: application/json</code>; an empty body counts as <code>{}</code>. Headers: <code>token</code> when logged in, <code>time-zone</code> as an IANA name. ${wireUnits} The server calculates all amounts; it only compares the amounts that a client sends.</p></section>
<section><h2>Codes</h2><dl class="codes">${(Object.keys(codeMeanings) as (keyof typeof codes)[])
    .map((name) => `<div><dt>${codes[name]}</dt><dd>${codeMeanings[name]}</dd></div>`)
    .join('')}</dl></section>
</div>
</header>
${groups
  .map(
    (group) =>
      `<section class="group" aria-labelledby="${slug(group.title)}"><h2 id="${slug(group.title)}">${group.title}</h2>${group.keys
        .map((key) => call(key, endpoints[key]))
        .join('')}</section>`,
  )
  .join('\n')}
<section class="group" aria-labelledby="objects"><h2 id="objects">Objects</h2><p>${withCode(
    'Several endpoints share these objects. `Product & {…}` has all fields of Product and those in the table.',
  )}</p>${objects
    .map(
      ([name, schema, io]) =>
        `<details class="object"><summary><code>${name}</code></summary><div class="call"><div id="object-${name}">${block(
          io === 'input' ? 'Request' : 'Response',
          listSchemaFields(schema, io, name),
          io,
        )}</div></div></details>`,
    )
    .join('')}</section>
</main>
</body>
</html>
`;
}

function call(key: string, row: EndpointDefinition): string {
  const { method, path } = splitEndpointKey(key);
  const scope = scopeOf(key, row);
  const whole = (title: string, schema: z.ZodType, io: Io) =>
    block(title, listSchemaFields(schema, io, scope), io, typeOf(schema, io));
  const parts = [
    row.params && block('Path', listSchemaFields(row.params, 'input', `${scope}.path`), 'input'),
    row.query && whole('Query', row.query, 'input'),
    row.body && whole('Body', row.body, 'input'),
    row.raw
      ? '<p class="raw">Returns no JSON envelope: a redirect, a file or an empty body.</p>'
      : whole('data', row.data, 'output'),
  ].filter(Boolean);
  return `<details id="${operationId(key)}"><summary><span class="method ${method.toLowerCase()}">${method}</span><code>${escapeHtml(
    path,
  ).replace(
    /:\w+/g,
    '<b>$&</b>',
  )}</code><span class="what">${escapeHtml(row.summary)}</span></summary><div class="call">${parts.join('')}<p class="source">${row.id === 'extension' ? 'Not part of the original specification' : row.id}${
    row.changesState ? ' · changes state: ignores prefetches and requests from other sites' : ''
  }</p></div></details>`;
}

type Io = 'input' | 'output';
type ObjectEntry = [name: string, schema: z.ZodType, io: Io];
const objects: ObjectEntry[] = [
  ...Object.entries(inputObjects).map(([name, schema]): ObjectEntry => [name, schema, 'input']),
  ...Object.entries(outputObjects).map(([name, schema]): ObjectEntry => [name, schema, 'output']),
];

/**
 * Returns the HTML table of a schema's fields; '' if there are none.
 * @param whole type of the schema itself, printed in the caption unless it is `object`
 */
function block(
  title: string,
  lines: SchemaField[],
  io: Io,
  whole: Pick<SchemaField, 'type' | 'object'> = { type: 'object', object: '' },
): string {
  const own = lines.filter(({ isShared }) => !isShared);
  if (lines.length === 0) return '';
  const caption = whole.type === 'object' ? title : `${title}: ${typeLink(whole)}`;
  if (own.length === 0) return `<p>${caption}</p>`;
  return `<table><caption>${caption}</caption><tbody>${own
    .map(
      (line) =>
        `<tr><th scope="row" class="d${line.depth}"><code>${escapeHtml(line.name) || '—'}</code>${
          line.required || io === 'output' ? '' : '<i>optional</i>'
        }</th><td>${typeLink(line)}${line.note ? `<span>${escapeHtml(line.note)}</span>` : ''}<p>${withCode(line.description)}</p></td></tr>`,
    )
    .join('')}</tbody></table>`;
}

/** Returns the HTML of a field's type, linked to the shared object in it, if any. */
function typeLink({ type, object }: Pick<SchemaField, 'type' | 'object'>): string {
  const text = `<code>${escapeHtml(type)}</code>`;
  return object === '' ? text : `<a href="#object-${object}">${text}</a>`;
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function slug(title: string): string {
  return title.toLowerCase().replace(/\W+/g, '-');
}
