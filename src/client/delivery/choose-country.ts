/** Replaces the country in the delivery estimate with a list of countries that the shop ships to. */
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import { $country } from '#client/stores/country.ts';
import { showDeliveryEstimate } from './delivery-estimate.ts';

/**
 * Replaces the country button with an open list of countries. A chosen country is stored once its delivery estimate is displayed;
 * product pages, bag and checkout then use it. If the request fails, the list returns to the previous country.
 * @param button in a line rendered by components/ArrivalLine.astro
 */
export async function openCountryList(button: Element): Promise<void> {
  const { data, msg } = await api('GET /api/v2/country', {
    query: { lang: document.documentElement.lang },
  });
  const line = button.closest<HTMLElement>('.arrival');
  const list = line?.querySelector('select');
  if (!data || !line || !list) return announce(msg);
  // If the button was clicked twice, the response to the other click may have opened the list already.
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
    const selectedCode = list.value;
    newest += 1;
    const turn = newest;
    const answer = await api('GET /api/v1/storefront/delivery', {
      query: {
        country_code: selectedCode,
        product: Number(line.dataset.product),
        lang: document.documentElement.lang,
      },
    });
    // A later choice supersedes this response.
    if (turn !== newest) return;
    if (!answer.data) {
      list.value = shown;
      return announce(answer.msg);
    }
    shown = selectedCode;
    $country.set(selectedCode);
    showDeliveryEstimate(line, answer.data);
  });
  button.setAttribute('hidden', '');
  list.hidden = false;
  list.focus();
  // After a slow response the user activation may have expired, and `showPicker` would throw.
  if (navigator.userActivation?.isActive) list.showPicker?.();
}
