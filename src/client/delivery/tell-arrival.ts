/** Says when a product arrives where the browser is, in place of the home country's days. */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { whereTo } from './where-to.ts';

/**
 * Asks with nothing but `fetch`, and is answered in words: what islands are asked and told by weighs too much for one line.
 * @param line as components/ArrivalLine.astro writes it; it stays as it is where the shop cannot be asked
 */
export async function tellArrival(line: HTMLElement): Promise<void> {
  const { product = '', home } = line.dataset;
  const query = new URLSearchParams({ ...whereTo(), product, lang: document.documentElement.lang });
  const answer = await fetch(`/api/v1/storefront/delivery?${query}`);
  const { data }: { data: CallData<Endpoints['GET /api/v1/storefront/delivery']> | null } =
    await answer.json();
  if (!data?.arrives_to || data.arrives_to === home) return;
  const { plain, customised, country } = data.words;
  for (const [part, words] of Object.entries({ plain, customised, country })) {
    const place = line.querySelector(`[data-${part}]`);
    if (place) place.textContent = words;
  }
}
