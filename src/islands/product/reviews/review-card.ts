/** A review as Reviews.astro writes it, made in the browser: words only ever become text. */

import { words } from '#client/product/words.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { fill } from '#lib/fill.ts';
import { smallUrl } from '#lib/media/upload.ts';
import { dayWriter } from '#lib/pages/dates.ts';
import { starsSvg } from '#lib/pages/stars.ts';

export function reviewCard(review: CommentData): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>('#review-template')!;
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const find = (selector: string) => card.querySelector<HTMLElement>(selector)!;
  const stars = find('.stars');
  stars.innerHTML = starsSvg(Math.min(5, Math.max(1, Math.round(review.star))), stars.dataset.label ?? '');
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
  if (review.images.length === 0) pictures.remove();
  else pictures.append(...review.images.map((address, at) => pictureLink(address, at + 1, review)));
  return card;
}

function pictureLink(address: string, number: number, { images, nickname }: CommentData): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href: address });
  const image = Object.assign(document.createElement('img'), { width: 80, height: 80, loading: 'lazy' });
  image.alt = fill(words.reviewPictureBy, { number, count: images.length, name: nickname });
  image.src = smallUrl(address);
  link.append(image);
  return link;
}
