/**
 * HTML that is written already. Astro's own templates are objects that are walked once more, piece by piece, into a
 * stream; our pages are sent whole, so each template is a string as soon as it is called (decision 0086).
 */
import { isStringOneByteRepresentation } from 'node:v8';

/** By this mark Astro knows HTML that must not be escaped again. */
const htmlMark = Symbol.for('astro:html-string');

export class Markup {
  declare readonly [htmlMark]: true;
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
  toString(): string {
    return this.html;
  }
}
Object.defineProperty(Markup.prototype, htmlMark, { value: true });

/**
 * Typographic signs are written as references: V8 holds and copies a whole page two bytes a character because of a single
 * one that is not in Latin-1. Texts in other scripts stay as they are.
 */
const signs = '\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122';
const special = new RegExp(`[&<>'"${signs}]`, 'g');
const hasSpecial = new RegExp(special.source);
const typographic = new RegExp(`[${signs}]`, 'g');

/** A text, safe between tags and in attributes. */
export function escapeText(text: string): string {
  // Most texts have nothing to escape, and looking is cheaper than replacing nothing.
  const escaped = hasSpecial.test(text) ? text.replace(special, reference) : text;
  return isStringOneByteRepresentation(text) ? escaped : narrowed(escaped);
}

/** HTML that is to stay as it is, as far as it can be seen. */
export function asWritten(html: string): string {
  return isStringOneByteRepresentation(html) ? html : narrowed(html.replace(typographic, reference));
}

/** V8 keeps a text wide that was, though nothing in it needs to be. */
function narrowed(text: string): string {
  return /[\u0100-\uffff]/.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1');
}

function reference(sign: string): string {
  if (sign === '&') return '&amp;';
  if (sign === '<') return '&lt;';
  if (sign === '>') return '&gt;';
  return sign === '"' ? '&quot;' : `&#${sign.charCodeAt(0)};`;
}

/** What Astro's own parts give, written chunk by chunk. */
export interface Writes {
  render(destination: { write(chunk: unknown): void }): unknown;
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as Promise<unknown>).then === 'function'
  );
}

/**
 * A part that is still to come. When another part of the page fails first, nobody waits for this one any more: its own failure
 * must then not end the process. Whoever does wait is told of it all the same.
 */
export function awaited<Value>(part: Promise<Value>): Promise<Value> {
  part.catch(ignore);
  return part;
}

function ignore(): void {}

/**
 * What stands in braces in a template, as HTML: texts escaped, nothing for null, undefined and false.
 * @returns a promise only where something in it is one
 */
export function htmlOf(value: unknown): string | Promise<string> {
  if (typeof value === 'string') return escapeText(value);
  if (value instanceof Markup) return value.html;
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return joined(value);
  if (typeof value === 'function') return htmlOf(value());
  if (isPromise(value)) return awaited(value.then(htmlOf));
  return typeof value === 'object' && htmlMark in value ? value.toString() : written(value);
}

function written(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) {
    throw new TypeError('Templates take arrays, no other iterables.');
  }
  throw new TypeError(`A template cannot show ${Object.prototype.toString.call(value)}.`);
}

function joined(values: readonly unknown[]): string | Promise<string> {
  let html = '';
  for (let at = 0; at < values.length; at += 1) {
    const piece = htmlOf(values[at]);
    if (typeof piece !== 'string') return awaited(joinedLater(html, piece, values, at + 1));
    html += piece;
  }
  return html;
}

async function joinedLater(
  before: string,
  piece: Promise<string>,
  values: readonly unknown[],
  from: number,
): Promise<string> {
  // All begin before any is waited for.
  const others = values.slice(from).map(htmlOf);
  let html = before + (await piece);
  for (const other of others) html += await other;
  return html;
}

/** A template: fixed parts with what stands in braces between them. */
export function template(parts: readonly string[], ...values: readonly unknown[]): Markup | Promise<Markup> {
  let html = parts[0] ?? '';
  for (let at = 0; at < values.length; at += 1) {
    const piece = htmlOf(values[at]);
    if (typeof piece !== 'string') return awaited(templateLater(html, piece, parts, values, at));
    html += piece;
    html += parts[at + 1];
  }
  return new Markup(html);
}

async function templateLater(
  before: string,
  piece: Promise<string>,
  parts: readonly string[],
  values: readonly unknown[],
  at: number,
): Promise<Markup> {
  const others = values.slice(at + 1).map(htmlOf);
  let html = before + (await piece) + parts[at + 1];
  for (const [place, other] of others.entries()) html += (await other) + parts[at + place + 2];
  return new Markup(html);
}
