/** State of the review list, shared by the island and the code that the island loads on demand. */
import type { ComponentType } from 'react';
import type { CommentData } from '#lib/contract/product.ts';

/** Minimum number of reviews for which the sort and filter controls are offered. */
export const minReviewsForControls = 4;

/** Filter and sort order of the reviews, as API parameters; by default all reviews, newest first. */
export interface ReviewQuery {
  /** Only reviews with this number of stars. */
  star?: number | undefined;
  sort?: 'newest' | 'highest' | 'lowest' | 'pictures';
  /** Only reviews with images. */
  has_image?: '1' | undefined;
}

export interface ReviewCardsProps {
  reviews: readonly CommentData[];
  /** Id of the review that receives focus. */
  reached?: number | undefined;
}

export interface ReviewControlsProps {
  query: ReviewQuery;
  /** True if no review matches the query. */
  isEmpty: boolean;
  onQueryChange: (query: ReviewQuery) => void;
}

/** State of the review list, which displays the reviews written on this page, then those in the page's HTML, then those fetched. */
export interface ReviewListState {
  query: ReviewQuery;
  /** True if more reviews match the query. */
  hasMore: boolean;
  hasPageReviews: boolean;
  written: readonly CommentData[];
  fetched: readonly CommentData[];
  /** Id of the first review in the last fetched page of reviews. */
  reached?: number | undefined;
  /** Component that renders reviews that are not in the page's HTML; null until there are any. */
  Cards: ComponentType<ReviewCardsProps> | null;
  /** Component with the sort and filter controls; null until the shopper requests them. */
  Tools: ComponentType<ReviewControlsProps> | null;
}

/** A change of the review list, and the message to announce, '' for none. */
export interface ReviewListUpdate {
  change: (before: ReviewListState) => ReviewListState;
  message: string;
}
