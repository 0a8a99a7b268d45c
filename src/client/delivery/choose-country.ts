/** The country of the arrival line becomes a list of those that the shop ships to. */
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import { $country } from '#client/stores/country.ts';
import { showArrival } from './show-arrival.ts';

/**
 * Opens the list in place of the button. A chosen country is stored once its days are shown: product pages, bag and checkout begin
 * with it. If the request fails, the list returns to the country that is shown.
 * @param button in a line as components/ArrivalLine.astro writes it
 */
export async function chooseCountry(button: Element): Promise<void> {
  const { data, msg } = await api('GET /api/v2/country', {
    query: { lang: document.documentElement.lang },
  });
  const line = button.closest<HTMLElement>('.arrival');
  const list = line?.querySelector('select');
  if (!data || !line || !list) return announce(msg);
  // A second press that was answered later: the list is open.
  if (!list.hidden) return;
  list.append(
    ...data.map((country) => {
      const isShown = country.name === button.textContent;
      return new Option(country.name, country.code, isShown, isShown);
    }),
  );
  let shown = list.value;
  let newest = 0;
  list.addEventListener('change', async () => {
    const wanted = list.value;
    newest += 1;
    const turn = newest;
    const answer = await api('GET /api/v1/storefront/delivery', {
      query: {
        country_code: wanted,
        product: Number(line.dataset.product),
        lang: document.documentElement.lang,
      },
    });
    // A later choice has an answer of its own.
    if (turn !== newest) return;
    if (!answer.data) {
      list.value = shown;
      return announce(answer.msg);
    }
    shown = wanted;
    $country.set(wanted);
    showArrival(line, answer.data);
  });
  button.setAttribute('hidden', '');
  list.hidden = false;
  list.focus();
  // Refused where the answer took longer than the browser remembers the press.
  if (navigator.userActivation?.isActive) list.showPicker?.();
}
