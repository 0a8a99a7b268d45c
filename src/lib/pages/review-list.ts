import type { CommentData } from '../contract/product.ts';
import { fill } from '../fill.ts';
import { smallUrl } from '../media/upload.ts';
import { htmlText } from './html-text.ts';
import { starsSvg } from './stars.ts';

/** The shop's own words; any sign may stand in them. */
export interface ReviewWords {
  stars: string;
  reviewPicture: string;
  verifiedPurchase: string;
  helpful: string;
}

/**
 * Reviews as the product page shows them. HTML as a string: it stands on every product page, and a template costs more than all
 * it writes.
 * @param dayText writes the day of an instant
 */
export function reviewList(
  reviews: readonly CommentData[],
  words: ReviewWords,
  dayText: (instant: number) => string,
): string {
  const helpful = htmlText(words.helpful);
  const verified = `<span class="verified">${htmlText(words.verifiedPurchase)}</span>`;
  let list = '';
  for (const review of reviews) {
    list +=
      `<article class="review"><span class="stars">${starsSvg(review.star, words.stars)}</span>` +
      `<p>${htmlText(review.content)}</p>${pictures(review, words.reviewPicture)}` +
      `<p class="review-meta"><b>${htmlText(review.nickname)}</b>${review.is_verified ? verified : ''}` +
      `<time datetime="${new Date(review.created_at).toISOString()}">${htmlText(dayText(review.created_at))}</time>` +
      `<button class="like no-print needs-script" type="button" value="${review.id}" aria-pressed="false">` +
      `${helpful} <span>${review.like_num || ''}</span></button></p></article>`;
  }
  return list;
}

function pictures({ images, nickname }: CommentData, label: string): string {
  if (images.length === 0) return '';
  const links = images.map((address, at) => {
    const words = fill(label, { number: at + 1, count: images.length, name: nickname });
    return (
      `<a href="${htmlText(address)}"><img src="${htmlText(smallUrl(address))}" width="80" height="80" ` +
      `alt="${htmlText(words)}" loading="lazy"></a>`
    );
  });
  return `<div class="review-pictures">${links.join('')}</div>`;
}
