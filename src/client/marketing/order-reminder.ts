/** Payment reminder for an unpaid order (requirements REMIND-*, R02, R79). */
import { api } from '#client/api/api.ts';
import { clientIdUnlessOptedOut } from '#client/api/client-id.ts';
import { dropReminder } from '#client/checkout/order-trace.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce } from '#client/page/announce.ts';
import { removeAndMoveFocus } from '#client/page/remove-and-move-focus.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { formatDay } from '#lib/delivery/format-delivery-estimate.ts';
import { isIsoDate } from '#lib/orders/pre-order-prop.ts';
import { parseTailorProperties } from '#lib/orders/tailor-properties.ts';

type Order = NonNullable<ResponseData<Endpoints['GET /api/v1/order/lookup']>>;
type Popups = ResponseData<Endpoints['GET /api/v1/popups']>;

/** Number of order lines displayed (REMIND-09). */
const shownItems = 2;
/** Popup type of the reminder. A popup of this type only provides the reminder's custom texts and is never displayed as a popup (R02). */
const reminderType = 8;

/**
 * Fetches an order and displays its payment reminder. If the order is paid, missing or another customer's, or if the request for the order
 * or for the list of popups fails, the reminder ends silently (REMIND-05 to REMIND-07).
 * @param place element rendered by components/OrderReminder.astro
 */
export async function showOrderReminder(place: HTMLElement, orderNo: string): Promise<void> {
  const [order, popups] = await Promise.all([
    api('GET /api/v1/order/lookup', { query: { order_no: orderNo } }, { jumpLogin: false }),
    api('GET /api/v1/popups', { query: { distinct_id: clientIdUnlessOptedOut() } }, { jumpLogin: false }),
  ]);
  const hasFailed = order.code !== 0 || popups.code !== 0;
  if (hasFailed || !order.data?.variant_items.length) dropReminder(orderNo);
  else
    show(
      place,
      order.data,
      popups.data?.find(({ type }) => type === reminderType),
    );
}

function show(place: HTMLElement, order: Order, popup?: Popups[number]): void {
  const part = <Kind extends Element>(selector: string) => place.querySelector<Kind>(selector)!;
  const title = part('h2');
  const customText = part<HTMLElement>('[data-words]');
  if (popup?.heading) title.textContent = popup.heading;
  // The server sanitised this HTML on save (R52).
  customText.innerHTML = popup?.html_content ?? '';
  customText.hidden = customText.textContent.trim() === '' && !customText.querySelector('img');

  const shape = part<HTMLTemplateElement>('template').content;
  const items = order.variant_items.slice(0, shownItems).map((line) => {
    const item = shape.cloneNode(true) as DocumentFragment;
    const picture = item.querySelector('img')!;
    if (line.image_url) picture.src = line.image_url;
    else picture.remove();
    item.querySelector('strong')!.textContent = `${line.quantity} × ${line.title}`;
    item.querySelector('small')!.textContent = details(line).join(' · ');
    return item;
  });
  const list = part('[data-items]');
  list.replaceChildren(...items);
  const others = order.variant_items.length - shownItems;
  if (others > 0) {
    const more = document.createElement('li');
    more.className = 'reminder-more';
    more.textContent = `${place.dataset.more}: ${others}`;
    list.append(more);
  }
  part<HTMLAnchorElement>('[data-pay]').href = localPath(order.web_url);

  const close = () => {
    dropReminder(order.order_no);
    removeAndMoveFocus(place);
  };
  part('[data-close]').addEventListener('click', close);
  place.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  place.hidden = false;
  announce(title.textContent);
}

/** Returns an order line's variant and customisation as texts. */
function details(line: Order['variant_items'][number]): string[] {
  const { lang } = document.documentElement;
  const made = [
    ...parseTailorProperties(line.tailor_properties).filter(({ kind }) => kind !== 'image'),
    ...line.variant_custom_props.map(({ name, value }) => ({
      name,
      value: isIsoDate(value) ? formatDay(value, lang) : value,
    })),
  ];
  return [line.variant_option_value, ...made.map(({ name, value }) => `${name}: ${value}`)].filter(Boolean);
}
