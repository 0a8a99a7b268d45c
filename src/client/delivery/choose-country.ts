/** Turns the country of the arrival line into a list of the countries the shop ships to. */
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import { $country } from '#client/stores/country.ts';
import { showDeliveryEstimate } from './delivery-estimate.ts';

/**
 * Opens the list in place of the button. A chosen country is stored once its delivery days are shown: product pages, bag and
 * checkout start with it. If the request fails, the list returns to the country shown.
 * @param button in a line rendered by components/ArrivalLine.astro
 */
export async function openCountryList(button: Element): Promise<void> {
  const { data, msg } = await api('GET /api/v2/country', {
    query: { lang: document.documentElement.lang },
  });
  const line = button.closest<HTMLElement>('.arrival');
  const list = line?.querySelector('select');
  if (!data || !line || !list) return announce(msg);
  // A second press whose response came later: the list is already open.
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
