/** Says when a product arrives where the browser is, in place of the home country's days. */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { whereTo } from './where-to.ts';

/**
 * Asks with nothing but `fetch`, and is answered in words: what islands are asked and told by weighs too much for one line.
 * Nobody is asked whose last order went home, or whose clock is the home country's where the browser can tell.
 * @param line as components/ArrivalLine.astro writes it
 */
export async function tellArrival(line: HTMLElement): Promise<void> {
  const { product = '', home = '' } = line.dataset;
  const where = whereTo();
  const zones = (new Intl.Locale(`und-${home}`) as { getTimeZones?(): string[] }).getTimeZones?.();
  if (where.country_code === home || zones?.includes(where.time_zone!)) return;
  const query = new URLSearchParams({ ...where, product, lang: document.documentElement.lang });
  const answer = await fetch(`/api/v1/storefront/delivery?${query}`);
  const { data }: { data: CallData<Endpoints['GET /api/v1/storefront/delivery']> } = await answer.json();
  if (data.arrives_to === home) return;
  for (const part of line.querySelectorAll('span'))
    part.textContent = data.words[Object.keys(part.dataset)[0] as keyof typeof data.words];
}
