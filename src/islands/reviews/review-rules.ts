/** What a review must be before it is sent (R86); each problem names its field. Pure. */

import { words } from '#client/product/words.ts';
import { emailOptional, firstProblem, type Rule, required } from '#lib/forms/rules.ts';

export interface Draft {
  /** 0 while none is chosen. */
  star: number;
  content: string;
  nickname: string;
  email: string;
}
export type DraftField = keyof Draft;

const longest = { content: 1000, nickname: 60 } as const;

/** Rules of a text, in order (R75). */
function rulesOf(field: 'content' | 'nickname' | 'email'): Rule[] {
  if (field === 'email') return [emailOptional({ invalidEmailMsg: words.reviewBadEmail })];
  const name = field === 'content' ? words.reviewContent : words.reviewNickname;
  const count = longest[field];
  return [
    required(words.text('reviewBlank', { name })),
    (value) => (value.trim().length > count ? words.text('reviewTooLong', { name, count }) : ''),
  ];
}

/** Problems by field, in the order of the form; none when it may be sent. */
export function draftProblems(draft: Draft): Map<DraftField, string> {
  const problems = new Map<DraftField, string>();
  if (!(draft.star >= 1 && draft.star <= 5)) problems.set('star', words.reviewStarMissing);
  for (const field of ['content', 'nickname', 'email'] as const) {
    const problem = firstProblem(draft[field], rulesOf(field));
    if (problem !== '') problems.set(field, problem);
  }
  return problems;
}
