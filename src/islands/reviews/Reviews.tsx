import { type MouseEvent, memo, type ReactNode, useRef, useState } from 'react';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { withStyle } from '#client/product/with-texts.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { type ReviewTexts, reviewTexts } from '#lib/messages/reviews.ts';
import { minReviewsForControls, type ReviewQuery } from './review-list-state.ts';
import { usePendingLikes } from './use-pending-likes.tsx';
import { useReviews } from './use-reviews.ts';

interface Props {
  productId: number;
  /** Number of reviews for each rating, from 1 to 5 stars. */
  counts: readonly number[];
  /** True if the page's HTML does not contain all reviews. */
  hasMore: boolean;
  texts?: CustomTexts;
  /** Summary of all reviews. */
  head?: ReactNode;
  note?: ReactNode;
  /** Label of the button that loads more reviews; `sort` is the label of the button that shows the sort and filter controls. */
  more?: ReactNode;
  sort?: ReactNode;
  /** Gallery with images of several reviews. */
  gallery?: ReactNode;
  /** Server-rendered cards of the reviews in the page's HTML. */
  children?: ReactNode;
}

type Form = typeof import('./ReviewForm.tsx').ReviewForm;

const loadForm = () => withStyle(() => import('./ReviewForm.tsx'));
const loadPictures = () => withStyle(() => import('#client/product/review-pictures.ts'));
const focus = (element: HTMLElement | null) => element?.focus();

/** Renders the reviews section: star bars, more reviews, likes, images, and the form for a new review (PDP-16 to PDP-20). */
export default memo(function Reviews({
  productId,
  counts,
  hasMore: isCut,
  texts,
  head,
  note,
  more,
  sort,
  gallery,
  children,
}: Props) {
  const pageTexts = createTexts(reviewTexts, texts);
  const list = useRef<HTMLDivElement>(null);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shown = useReviews(productId, list, isCut);
  const { query, hasPageReviews, fetched, Cards, Tools, hasMore, applyQuery } = shown;
  usePendingLikes(list, hasPageReviews);
  /** State of the review form: its component once loaded, how often the form was requested, and the error if it failed to load. */
  const [form, setForm] = useState({
    openCount: 0,
    ReviewForm: null as Form | null,
    isBusy: false,
    lost: '',
  });
  const write = () => {
    setForm((before) => ({ ...before, isBusy: true }));
    loadForm()
      .catch(loadForm)
      .then(
        ({ ReviewForm }) =>
          setForm(({ openCount }) => ({ openCount: openCount + 1, ReviewForm, isBusy: false, lost: '' })),
        () => {
          const failedMessage = loadFailedMessage();
          setForm((before) => ({ ...before, isBusy: false, lost: failedMessage }));
          announce(failedMessage);
        },
      );
  };
  /** Number of reviews submitted on this page, and the message displayed after the latest submission. */
  const [sent, setSent] = useState({ count: 0, message: '' });

  const openPicture = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.review-pictures a');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    loadPictures().then(
      ({ openReviewImages }) => openReviewImages(productId, link),
      () => location.assign(link.href),
    );
  };
  return (
    <>
      <div className="reviews-summary">
        {head}
        {total > 0 && <StarBars {...{ counts, total, texts: pageTexts, query, onQueryChange: applyQuery }} />}
        <button
          className="button button-plain no-print needs-script"
          type="button"
          aria-busy={form.isBusy || undefined}
          onClick={write}
          suppressHydrationWarning
        >
          {pageTexts.writeReview}
        </button>
        {form.lost && (
          <p className="field-error" data-lost="">
            {form.lost}
          </p>
        )}
        {note}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks on the links inside */}
      <div className="reviews-body" aria-busy={shown.isBusy || undefined} onClick={openPicture}>
        {sent.count > 0 && (
          <p className="review-sent" key={sent.count} tabIndex={-1} ref={focus}>
            {sent.message}
          </p>
        )}
        {gallery}
        {Tools ? (
          <Tools
            {...{ query }}
            isEmpty={!hasPageReviews && fetched.length === 0}
            onQueryChange={applyQuery}
          />
        ) : (
          total >= minReviewsForControls && (
            <button className="review-sort no-print needs-script" type="button" onClick={shown.openTools}>
              {sort}
            </button>
          )
        )}
        <div id="review-list" ref={list}>
          {Cards && <Cards reviews={shown.written} />}
          {hasPageReviews && children}
          {Cards && <Cards reviews={fetched} reached={shown.reached} />}
        </div>
        {hasMore && (
          <button
            className="button button-plain no-print needs-script"
            type="button"
            onClick={shown.showMore}
          >
            {more}
          </button>
        )}
      </div>
      {form.ReviewForm && (
        <form.ReviewForm
          {...{ productId, openCount: form.openCount }}
          onSent={(review, message) => {
            setSent({ count: sent.count + 1, message });
            if (review) shown.add(review);
          }}
        />
      )}
    </>
  );
});

interface BarsProps {
  counts: readonly number[];
  total: number;
  texts: ReviewTexts;
  query: ReviewQuery;
  onQueryChange: (query: ReviewQuery) => void;
}

/** Renders one bar per rating, from 5 stars to 1, with its number of reviews; each bar is a button that filters by that rating (PDP-17). */
function StarBars({ counts, total, texts, query, onQueryChange }: BarsProps) {
  const bars = counts.map((count, at) => ({ star: at + 1, count })).reverse();
  return (
    <ul className="star-bars">
      {bars.map(({ star, count }) => (
        <li key={star}>
          <button
            type="button"
            value={star}
            aria-pressed={star === query.star}
            disabled={count === 0}
            onClick={() => onQueryChange({ ...query, star: star === query.star ? undefined : star })}
          >
            <span className="visually-hidden" suppressHydrationWarning>
              {texts.text('reviewsWithStars', { star, count })}
            </span>
            <span aria-hidden="true" suppressHydrationWarning>
              {star}
            </span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <path d="M0 3h100" />
              <path d={`M0 3h${Math.round((100 * count) / total)}`} />
            </svg>
            <span aria-hidden="true" suppressHydrationWarning>
              {count}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
