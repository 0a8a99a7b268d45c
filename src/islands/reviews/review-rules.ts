/** Validates the fields of a review before it is submitted (R86). Pure functions. */

import { overlayTexts } from '#client/product/texts.ts';
import { emailOptional, firstProblem, type Rule, required } from '#lib/forms/rules.ts';

export interface ReviewDraft {
  /** Number of stars, 0 if none is selected. */
  star: number;
  content: string;
  nickname: string;
  email: string;
}
export type ReviewDraftField = keyof ReviewDraft;

/** Returns the validation rules of a text field, in order (R75). @param count maximum number of characters */
function rulesOf(name: string, count: number): Rule[] {
  return [
    required(overlayTexts.text('reviewBlank', { name })),
    (value) => (value.trim().length > count ? overlayTexts.text('reviewTooLong', { name, count }) : ''),
  ];
}

/** Returns the error message of each field, '' for none. */
export function validateReview({
  star,
  content,
  nickname,
  email,
}: ReviewDraft): Record<ReviewDraftField, string> {
  return {
    star: star >= 1 && star <= 5 ? '' : overlayTexts.reviewStarMissing,
    content: firstProblem(content, rulesOf(overlayTexts.reviewContent, 1000)),
    nickname: firstProblem(nickname, rulesOf(overlayTexts.reviewNickname, 60)),
    email: emailOptional({ invalidEmailMsg: overlayTexts.reviewBadEmail })(email),
  };
}
