/** Corner notice that displays recent real purchases, one after the other (requirements NOTICE-*, R56). */
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { removeAndMoveFocus } from '#client/page/remove-and-move-focus.ts';
import { safeLocalStorage } from '#client/stores/storage.ts';
import { type PurchaseNoticeData, purchaseColors } from '#lib/marketing/purchase-message.ts';
import { formatPurchaseNotice } from '#lib/marketing/purchase-notice.ts';
import { productPath } from '#lib/pages/paths.ts';

/**
 * Fetches recent purchases and starts the notice; displays nothing if there are none or the request fails.
 * @param place element rendered by components/PurchaseNotice.astro
 */
export async function startPurchaseNotice(place: HTMLElement): Promise<void> {
  const key = 'GET /api/v2/recently/purchase/popup/configuration/virtual/customer/get';
  const { code, data } = await api(key);
  if (code === 0 && data?.shopVirtualCustomerVos.length) mountPurchaseNotice(place, data);
}

/**
 * Cycles through the purchases (NOTICE-04): each slides in, stays and slides out; the next one follows after an interval. Pauses
 * while the notice is hovered, focused or stopped; starts stopped if the shopper prefers reduced motion (R127).
 */
export function mountPurchaseNotice(
  place: HTMLElement,
  { basicConfigResponse, ...more }: PurchaseNoticeData,
): void {
  const list = more.shopVirtualCustomerVos;
  const { durationTime, intervalTime, animateTime, xAxis, yAxis, positionInfo } =
    basicConfigResponse.purchaseNoticeConfig;
  // The API returns seconds (NOTICE-12).
  const [stays, waits, slides] = [durationTime * 1000, intervalTime * 1000, animateTime * 1000];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const { recently = '', someone = '', go = '' } = place.dataset;
  const texts = { lang: document.documentElement.lang, recently, someone };
  const link = place.querySelector('a')!;
  const picture = link.querySelector('img')!;
  const text = link.querySelector('span')!;
  const stop = place.querySelector<HTMLElement>('[data-stop]')!;
  const labels = [stop.getAttribute('aria-label') ?? '', go] as const;
  const busy = new Set<string>();
  let at = 0;
  let isShown = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const turn = (shown: boolean) => {
    isShown = shown;
    place.classList.toggle('bought-shown', shown);
    // Prevents focus while the notice is off-screen.
    place.inert = !shown;
  };
  const show = () => {
    const purchase = list[at % list.length]!;
    link.href = localPath(productPath(purchase.seoUrl));
    const image = purchase.imageUrl || basicConfigResponse.popFramePreview.templateImg;
    if (image) picture.src = image;
    else picture.removeAttribute('src');
    text.replaceChildren(
      ...written(formatPurchaseNotice(purchase, basicConfigResponse, Date.now(), texts), purchase.title),
    );
    turn(true);
    stay(slides);
  };
  const stay = (before = 0) => {
    clearTimeout(timer);
    if (!isStopped && busy.size === 0) timer = setTimeout(leave, before + stays);
  };
  const leave = () => {
    turn(false);
    at += 1;
    timer = setTimeout(show, slides + waits);
  };
  const setStopped = (stopped: boolean) => {
    isStopped = stopped;
    stop.setAttribute('aria-label', labels[stopped ? 1 : 0]);
    place.classList.toggle('bought-stopped', stopped);
    if (isShown) stay();
  };
  const hold = (sign: string, isActive: boolean) => {
    busy[isActive ? 'add' : 'delete'](sign);
    if (isShown) stay();
  };
  place.addEventListener('pointerenter', () => hold('hover', true));
  place.addEventListener('pointerleave', () => hold('hover', false));
  place.addEventListener('focusin', () => hold('focus', true));
  place.addEventListener('focusout', () => hold('focus', false));
  stop.addEventListener('click', () => setStopped(!isStopped));
  place.querySelector('[data-close]')!.addEventListener('click', () => {
    clearTimeout(timer);
    safeLocalStorage.set('notice_closed', '1');
    removeAndMoveFocus(place);
  });
  calm.addEventListener('change', () => setStopped(calm.matches));

  place.classList.add(`bought-${positionInfo}`);
  Object.assign(place.style, purchaseColors(basicConfigResponse));
  for (const [name, value] of [
    ['--bought-x', `${xAxis}px`],
    ['--bought-y', `${yAxis}px`],
    ['--bought-slide', `${animateTime}s`],
  ] as const) {
    document.documentElement.style.setProperty(name, value);
  }
  place.hidden = false;
  setStopped(calm.matches);
  // Force a reflow at the start position; otherwise the first slide-in would not animate.
  place.getBoundingClientRect();
  show();
}

function written(line: string, title: string): Node[] {
  const [first = '', ...rest] = line.split('\n');
  const start = title ? first.indexOf(title) : -1;
  const main = document.createElement('span');
  if (start < 0) main.textContent = first;
  else {
    const name = document.createElement('strong');
    name.textContent = title;
    main.append(first.slice(0, start), name, first.slice(start + title.length));
  }
  if (rest.length === 0) return [main];
  const small = document.createElement('small');
  small.textContent = rest.join(' ');
  return [main, small];
}
