import { memo, type Ref } from 'react';
import type { CommentData } from '#lib/contract/product.ts';
import { reviewThumbnailUrl } from '#lib/media/review-thumbnail.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import type { productTexts } from '#lib/messages/product.ts';
import { createDateFormatter } from '#lib/pages/dates.ts';
import { filledStarsPath } from '#lib/pages/stars.ts';
import { Like } from './Like.tsx';

type CardTextKey = 'stars' | 'verifiedPurchase' | 'boughtVariant' | 'helpful' | 'reviewPicture';

interface CardShop {
  texts: TextsOf<Pick<typeof productTexts, CardTextKey>>;
  /** Language of the page. */
  lang: string;
}
interface Props extends CardShop {
  review: CommentData;
  /** Ref of a card that receives focus. */
  ref?: Ref<HTMLElement> | undefined;
}

/** Renders one review (PDP-16, PDP-18, PDP-19, PDP-32). */
export function ReviewCard({ review, texts, lang, ref }: Props) {
  const { nickname: name, star, content, images, created_at: instant } = review;
  const stars = Math.min(5, Math.max(1, Math.round(star)));
  return (
    <article className="review" ref={ref} tabIndex={ref ? -1 : undefined}>
      <span className="stars">
        <svg viewBox="0 0 84 16" role="img" aria-label={texts.text('stars', { stars })}>
          <path d={filledStarsPath(stars)} />
        </svg>
      </span>
      <p dir="auto">{content}</p>
      {images.length > 0 && (
        <div className="review-pictures">
          {images.map((address, at) => (
            <a key={address} href={address} data-intent="">
              <img
                src={reviewThumbnailUrl(address)}
                width="80"
                height="80"
                alt={texts.text('reviewPicture', { number: at + 1, count: images.length, name })}
                loading="lazy"
              />
            </a>
          ))}
        </div>
      )}
      <p className="review-meta">
        <b dir="auto">{name}</b>
        {review.is_verified && <span className="verified">{texts.verifiedPurchase}</span>}
        {review.variant && <span>{texts.text('boughtVariant', { variant: review.variant })}</span>}
        <time dateTime={new Date(instant).toISOString().slice(0, 10)}>
          {createDateFormatter(lang)(instant)}
        </time>
        <span>
          <Like review={review} label={texts.helpful} />
        </span>
      </p>
    </article>
  );
}

/** Renders the reviews in the page's HTML, on the server. */
export const ReviewCards = memo(function ReviewCards({
  reviews,
  ...shop
}: CardShop & { reviews: readonly CommentData[] }) {
  return reviews.map((review) => <ReviewCard key={review.id} review={review} {...shop} />);
});
