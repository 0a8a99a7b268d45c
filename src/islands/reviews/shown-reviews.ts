/** What the list of reviews shows, for the island that is awake and for what is fetched later. */
import type { ComponentType } from 'react';
import type { CommentData } from '#lib/contract/product.ts';

/** From so many on they can be sorted and filtered. */
export const manyReviews = 4;

/** Which reviews, in which order, as the API takes it; without any of it all of them, the newest first. */
export interface ReviewQuery {
  /** Only reviews with so many stars. */
  star?: number | undefined;
  sort?: 'newest' | 'highest' | 'lowest' | 'pictures';
  /** Only reviews with pictures. */
  has_image?: '1' | undefined;
}

export interface CardsProps {
  reviews: readonly CommentData[];
  /** Id of the review that takes the focus. */
  reached?: number | undefined;
}

export interface ToolsProps {
  query: ReviewQuery;
  /** No review is as it was asked for. */
  isEmpty: boolean;
  onAsk: (query: ReviewQuery) => void;
}

/** Those that the page holds stand between what was written here and what was fetched. */
export interface ShownReviews {
  asked: ReviewQuery;
  /** There are further ones of them. */
  hasMore: boolean;
  isHeld: boolean;
  written: readonly CommentData[];
  fetched: readonly CommentData[];
  /** The first of those that came last. */
  reached?: number | undefined;
  /** Draws those that the page does not hold; null until there are some. */
  Cards: ComponentType<CardsProps> | null;
  /** Sorts and filters; null until it was asked for. */
  Tools: ComponentType<ToolsProps> | null;
}

/** What the list becomes, and what is said of it, '' for nothing. */
export interface Step {
  change: (before: ShownReviews) => ShownReviews;
  message: string;
}
