import type { ChildProcess } from 'node:child_process';
import { expect } from '@playwright/test';
import { ask } from './ask.ts';

/**
 * Requests an uncached page and checks the work of src/middleware.ts and of the integrations in astro.config.mjs on it.
 * @param program the process that should respond
 * @returns the security policy and the inline scripts
 */
export async function searchInGerman(
  site: string,
  page: number,
  program: ChildProcess,
): Promise<[policy: string, scripts: string[]]> {
  const answer = await ask(`${site}/de/search?q=number-${page}`, program);
  const html = await answer.text();
  expect(html, `page ${page}`).toContain(`number-${page}`);
  expect(html, `page ${page}`).toContain(' href="/de/cart"');
  expect(html, `page ${page}`).not.toContain(' href="/cart"');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
  expect(
    scripts.filter((text) => text.includes('requestSubmit')),
    `client:intent of page ${page}`,
  ).toHaveLength(1);
  return [answer.headers.get('content-security-policy') ?? '', scripts];
}
