/** A review as Review.astro writes it, made in the browser: words only ever become text. */
import type { CommentData } from '#lib/contract/product.ts';
import { fill } from '#lib/fill.ts';
import { smallUrl } from '#lib/media/upload.ts';
import { dayWriter } from '#lib/pages/dates.ts';
import { starsLabel, starsOutline } from '#lib/pages/stars.ts';

export function reviewCard(review: CommentData): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>('#review-template')!;
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const find = (selector: string) => card.querySelector<HTMLElement>(selector)!;
  const { stars = '', picture = '' } = template.dataset;
  const star = Math.min(5, Math.max(1, Math.round(review.star)));
  find('.stars svg').setAttribute('aria-label', starsLabel(star, stars));
  find('.stars path').setAttribute('d', starsOutline(star));
  find('p').textContent = review.content;
  find('b').textContent = review.nickname;
  if (!review.is_verified) find('.verified').remove();
  const time = find('time') as HTMLTimeElement;
  time.dateTime = new Date(review.created_at).toISOString();
  time.textContent = dayWriter(document.documentElement.lang)(review.created_at);
  const like = find('.like') as HTMLButtonElement;
  like.value = String(review.id);
  like.setAttribute('aria-pressed', String(review.liked));
  like.querySelector('span')!.textContent = review.like_num > 0 ? String(review.like_num) : '';
  const pictures = find('.review-pictures');
  const link = find('.review-pictures a') as HTMLAnchorElement;
  const { images, nickname: name } = review;
  if (images.length === 0) pictures.remove();
  else {
    const altOf = (at: number) => fill(picture, { number: at + 1, count: images.length, name });
    pictures.replaceChildren(...images.map((address, at) => pictureLink(link, address, altOf(at))));
  }
  return card;
}

function pictureLink(blank: HTMLAnchorElement, address: string, alt: string): HTMLElement {
  const link = blank.cloneNode(true) as HTMLAnchorElement;
  link.href = address;
  Object.assign(link.querySelector('img')!, { alt, src: smallUrl(address) });
  return link;
}
