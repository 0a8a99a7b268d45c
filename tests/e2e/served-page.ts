/** Pages as served, for tests of their HTML without a browser. */
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
  // Happy DOM has its own types.
  const document = new DOMParser().parseFromString(html, 'text/html') as unknown as Document;
  return { status: response.status(), html, document };
}

/** Returns the trimmed text of each element that `selector` matches. */
export const textsIn = (place: ParentNode, selector: string): string[] =>
  [...place.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

/** Returns the structured data of this type, or undefined. */
export function jsonLd(document: Document, type: string): Record<string, unknown> | undefined {
  const all = textsIn(document, 'script[type="application/ld+json"]').map((text) => JSON.parse(text));
  return all.find((data) => data['@type'] === type);
}

export const canonicalOf = (document: Document): string =>
  document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
