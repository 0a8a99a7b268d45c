/** Says when a product arrives where the browser is, in place of the home country's days. */
import { api } from '#client/api.ts';
import { $texts, textsReady } from '#client/stores/texts.ts';
import { arrivalText } from '#lib/delivery/arrival-days.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { textIn } from '#lib/messages/format.ts';
import { whereTo } from './where-to.ts';

/** @param line as components/ArrivalLine.astro writes it; it stays as it is where the shop cannot be asked */
export async function tellArrival(line: HTMLElement): Promise<void> {
  const product = Number(line.dataset.product);
  const [{ data }] = await Promise.all([
    api('GET /api/v1/storefront/delivery', { query: { ...whereTo(), product } }),
    textsReady(),
  ]);
  if (!data?.arrives_to || data.arrives_to === line.dataset.home) return;
  const words = { text: textIn(defaultTexts, $texts.get() ?? {}) };
  const country = new Intl.DisplayNames([words.text('lang')], { type: 'region' }).of(data.arrives_to);
  const [plain, customised, place] = ['plain', 'customised', 'country'].map((part) =>
    line.querySelector<HTMLElement>(`[data-${part}]`),
  );
  if (plain) plain.textContent = data.arrives ? arrivalText(words, data.arrives) : '';
  if (customised)
    customised.textContent = data.arrives_customised ? arrivalText(words, data.arrives_customised) : '';
  if (place) place.textContent = data.arrives ? (country ?? '') : '';
}
