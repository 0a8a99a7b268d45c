import { useLayoutEffect, useRef } from 'react';
import { words } from '#client/product/texts.ts';
import type { ToolsProps } from './shown-reviews.ts';

interface Props extends ToolsProps {
  /** There are reviews with pictures. */
  hasPictures?: boolean;
}

/** In which order the reviews stand, and which of them (R155); the stars beside them choose as well. */
export function ReviewTools({ query, hasPictures, isEmpty, onAsk }: Props) {
  const field = useRef<HTMLSelectElement>(null);
  // It stands where the button was that opened it.
  useLayoutEffect(() => field.current?.focus(), []);
  const { sort = 'newest', has_image } = query;
  return (
    <>
      <div className="review-tools no-print">
        <select
          ref={field}
          className="input"
          aria-label={words.reviewsSort}
          value={sort}
          onChange={({ target }) => onAsk({ ...query, sort: target.value as typeof sort })}
        >
          <option value="newest">{words.reviewsNewest}</option>
          <option value="highest">{words.reviewsHighest}</option>
          <option value="lowest">{words.reviewsLowest}</option>
          {hasPictures && <option value="pictures">{words.reviewsPicturesFirst}</option>}
        </select>
        {hasPictures && (
          <label>
            <input
              type="checkbox"
              checked={has_image === '1'}
              onChange={({ target }) => onAsk({ ...query, has_image: target.checked ? '1' : undefined })}
            />
            {words.reviewsWithPictures}
          </label>
        )}
      </div>
      {isEmpty && (
        <p className="review-none">
          {words.reviewsNone}{' '}
          <button
            className="button button-plain"
            type="button"
            onClick={() => {
              field.current?.focus();
              onAsk({ sort });
            }}
          >
            {words.reviewsShowAll}
          </button>
        </p>
      )}
    </>
  );
}
