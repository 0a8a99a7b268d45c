/** Says when a product arrives where the browser is, in place of the home country's days. */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { whereTo } from './where-to.ts';

type Arrival = CallData<Endpoints['GET /api/v1/storefront/delivery']>;

/**
 * Uses nothing but `fetch` and receives finished texts: the API client weighs too much for one line. Sends no request if the last order
 * was delivered to the home country, or the browser can tell that its clock is the home country's.
 * @param line as components/ArrivalLine.astro writes it
 */
export async function tellArrival(line: HTMLElement): Promise<void> {
  const { product = '', home = '' } = line.dataset;
  const where: ReturnType<typeof whereTo> = whereTo();
  const zones = (new Intl.Locale(`und-${home}`) as { getTimeZones?(): string[] }).getTimeZones?.();
  if (where.country_code === home || zones?.includes(where.time_zone!)) return;
  const query = new URLSearchParams({ ...where, product, lang: document.documentElement.lang });
  const answer = await fetch(`/api/v1/storefront/delivery?${query}`);
  const { data }: { data: Arrival } = await answer.json();
  // Once the list of countries is open, the shopper's choice decides.
  if (data.arrives_to !== home && !line.querySelector('select:not([hidden])')) showArrival(line, data);
}

/** Writes days and country into the line. */
export function showArrival(line: HTMLElement, { words }: Arrival): void {
  for (const part of line.querySelectorAll<HTMLElement>(':is(span, button)'))
    part.textContent = words[Object.keys(part.dataset)[0] as keyof typeof words];
}
