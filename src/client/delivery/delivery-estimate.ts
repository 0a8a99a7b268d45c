/** Displays the delivery estimate for the shopper's location instead of the one for the shop's home country. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { getVisitorLocation } from './visitor-location.ts';

type Arrival = ResponseData<Endpoints['GET /api/v1/storefront/delivery']>;

/**
 * Updates the delivery estimate. Uses plain `fetch`, because the API client would be too much code for one line of text; the response
 * contains the texts to display. Sends no request if the stored country is the shop's home country, or if the browser's time zone belongs
 * to it.
 * @param line rendered by components/ArrivalLine.astro
 */
export async function updateDeliveryEstimate(line: HTMLElement): Promise<void> {
  const { product = '', home = '' } = line.dataset;
  const where: ReturnType<typeof getVisitorLocation> = getVisitorLocation();
  const zones = (new Intl.Locale(`und-${home}`) as { getTimeZones?(): string[] }).getTimeZones?.();
  if (where.country_code === home || zones?.includes(where.time_zone!)) return;
  const query = new URLSearchParams({ ...where, product, lang: document.documentElement.lang });
  // The response is the same for everyone with the same query.
  const answer = await fetch(`/api/v1/storefront/delivery?${query}`, { credentials: 'omit' });
  const { data }: { data: Arrival } = await answer.json();
  // If the shopper has opened the country list meanwhile, do not overwrite the choice.
  if (data.arrives_to !== home && !line.querySelector('select:not([hidden])'))
    showDeliveryEstimate(line, data);
}

export function showDeliveryEstimate(line: HTMLElement, { words }: Arrival): void {
  for (const part of line.querySelectorAll<HTMLElement>(':is(span, button)'))
    part.textContent = words[Object.keys(part.dataset)[0] as keyof typeof words];
}
