/**
 * Real purchases pass along the product page, one at a time (PDP-22, R28). It lies over the picture, so nothing moves for it;
 * it can be stopped, and stands still by itself for whoever wants less motion (BAG-47, R127).
 */

import { loadStylesheet } from '#client/load-stylesheet.ts';
import { type Purchases, purchaseLine } from '#lib/marketing/purchase-line.ts';
import address from './barrage.css?url';

/** @param place has the page's words: `data-recently`, `data-someone`, `data-stop`, `data-go` */
export async function mountBarrage(place: HTMLElement, purchases: Purchases): Promise<void> {
  const { basicConfigResponse: config, shopVirtualCustomerVos: list } = purchases;
  const { durationTime, intervalTime, animateTime } = config.purchaseNoticeConfig;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const { recently = '', someone = '' } = place.dataset;
  const words = { lang: document.documentElement.lang, recently, someone };
  await loadStylesheet(address);
  const line = Object.assign(document.createElement('span'), { className: 'barrage-line' });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'barrage-stop',
  });
  place.append(line, button);
  line.style.transitionDuration = `${animateTime}s`;
  let at = 0;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    line.textContent = purchaseLine(list[at % list.length]!, config, Date.now(), words);
    place.classList.add('barrage-shown');
    arm();
  };
  const pass = () => {
    place.classList.remove('barrage-shown');
    at += 1;
    timer = setTimeout(show, (animateTime + intervalTime) * 1000);
  };
  const arm = () => {
    clearTimeout(timer);
    if (!isStopped && list.length > 1) timer = setTimeout(pass, durationTime * 1000);
  };
  const stop = (stopped: boolean) => {
    isStopped = stopped;
    button.ariaLabel = (stopped ? place.dataset.go : place.dataset.stop) ?? '';
    button.classList.toggle('barrage-stopped', stopped);
    // What was between two lines shows the next one, to stand or to go on from.
    show();
  };
  button.addEventListener('click', () => stop(!isStopped));
  for (const sign of ['pointerenter', 'focusin']) place.addEventListener(sign, () => clearTimeout(timer));
  for (const sign of ['pointerleave', 'focusout']) place.addEventListener(sign, show);
  calm.addEventListener('change', () => stop(calm.matches));
  button.hidden = list.length < 2;
  place.hidden = false;
  stop(calm.matches);
}
