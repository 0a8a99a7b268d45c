/** State of the review list, for the hydrated island and for the code that it loads later. */
import type { ComponentType } from 'react';
import type { CommentData } from '#lib/contract/product.ts';

/** Min number of reviews that can be sorted and filtered. */
export const minReviewsForControls = 4;

/** Filter and order of the reviews as the API takes them; by default all of them, newest first. */
export interface ReviewQuery {
  /** Only reviews with this number of stars. */
  star?: number | undefined;
  sort?: 'newest' | 'highest' | 'lowest' | 'pictures';
  /** Only reviews with pictures. */
  has_image?: '1' | undefined;
}

export interface ReviewCardsProps {
  reviews: readonly CommentData[];
  /** Id of the review that receives the focus. */
  reached?: number | undefined;
}

export interface ReviewControlsProps {
  query: ReviewQuery;
  /** No review matches the query. */
  isEmpty: boolean;
  onQueryChange: (query: ReviewQuery) => void;
}

/** The page's reviews are shown between those written here and those fetched. */
export interface ReviewListState {
  query: ReviewQuery;
  /** More reviews match the query. */
  hasMore: boolean;
  hasPageReviews: boolean;
  written: readonly CommentData[];
  fetched: readonly CommentData[];
  /** Id of the first review of the page that was loaded last. */
  reached?: number | undefined;
  /** Renders reviews that the page does not contain; null until there are some. */
  Cards: ComponentType<ReviewCardsProps> | null;
  /** Sort and filter controls; null until requested. */
  Tools: ComponentType<ReviewControlsProps> | null;
}

/** A change of the list, and the message to announce, '' for none. */
export interface ReviewListUpdate {
  change: (before: ReviewListState) => ReviewListState;
  message: string;
}
