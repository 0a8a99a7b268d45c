import { useLayoutEffect, useRef } from 'react';
import { overlayTexts } from '#client/product/texts.ts';
import type { ReviewControlsProps } from './review-list-state.ts';

interface Props extends ReviewControlsProps {
  /** True if some reviews have images. */
  hasPictures?: boolean;
}

/** Renders the sort and filter controls of the reviews (R155). Clicking a star bar also filters. */
export function ReviewControls({ query, hasPictures, isEmpty, onQueryChange }: Props) {
  const field = useRef<HTMLSelectElement>(null);
  // The controls replace the button that opened them, so focus moves to the first control.
  useLayoutEffect(() => field.current?.focus(), []);
  const { sort = 'newest', has_image } = query;
  return (
    <>
      <div className="review-tools no-print">
        <select
          ref={field}
          className="input"
          aria-label={overlayTexts.reviewsSort}
          value={sort}
          onChange={({ target }) => onQueryChange({ ...query, sort: target.value as typeof sort })}
        >
          <option value="newest">{overlayTexts.reviewsNewest}</option>
          <option value="highest">{overlayTexts.reviewsHighest}</option>
          <option value="lowest">{overlayTexts.reviewsLowest}</option>
          {hasPictures && <option value="pictures">{overlayTexts.reviewsPicturesFirst}</option>}
        </select>
        {hasPictures && (
          <label>
            <input
              type="checkbox"
              checked={has_image === '1'}
              onChange={({ target }) =>
                onQueryChange({ ...query, has_image: target.checked ? '1' : undefined })
              }
            />
            {overlayTexts.reviewsWithPictures}
          </label>
        )}
      </div>
      {isEmpty && (
        <p className="review-none">
          {overlayTexts.reviewsNone}{' '}
          <button
            className="button button-plain"
            type="button"
            onClick={() => {
              field.current?.focus();
              onQueryChange({ sort });
            }}
          >
            {overlayTexts.reviewsShowAll}
          </button>
        </p>
      )}
    </>
  );
}
