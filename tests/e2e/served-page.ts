/** Pages as they are sent, for tests of what is in the HTML: no browser is needed. */
import type { APIRequestContext } from '@playwright/test';
import { Window } from 'happy-dom';

const { DOMParser } = new Window();

export interface ServedPage {
  status: number;
  html: string;
  document: Document;
}

export async function servedPage(request: APIRequestContext, path: string): Promise<ServedPage> {
  const response = await request.get(path);
  const html = await response.text();
  // Happy DOM's types are its own.
  const document = new DOMParser().parseFromString(html, 'text/html') as unknown as Document;
  return { status: response.status(), html, document };
}

/** Text of each element that `selector` finds, without the space around it. */
export const textsIn = (document: Document, selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

/** Returns the structured data of a type, or undefined. */
export function jsonLd(document: Document, type: string): Record<string, unknown> | undefined {
  const all = textsIn(document, 'script[type="application/ld+json"]').map((text) => JSON.parse(text));
  return all.find((data) => data['@type'] === type);
}

export const canonicalOf = (document: Document): string =>
  document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
