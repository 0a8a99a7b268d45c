import { useLayoutEffect, useRef } from 'react';
import { words } from '#client/product/texts.ts';
import type { ToolsProps } from './shown-reviews.ts';

interface Props extends ToolsProps {
  /** Some reviews have pictures. */
  hasPictures?: boolean;
}

/** Renders the order and the filter of the reviews (R155); the star bars filter as well. */
export function ReviewTools({ query, hasPictures, isEmpty, onAsk: onQueryChange }: Props) {
  const field = useRef<HTMLSelectElement>(null);
  // Replaces the button that opened it.
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
          onChange={({ target }) => onQueryChange({ ...query, sort: target.value as typeof sort })}
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
              onChange={({ target }) => onQueryChange({ ...query, has_image: target.checked ? '1' : undefined })}
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
              onQueryChange({ sort });
            }}
          >
            {words.reviewsShowAll}
          </button>
        </p>
      )}
    </>
  );
}
