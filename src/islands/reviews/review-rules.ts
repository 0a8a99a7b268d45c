/** What a review must be before it is sent (R86); each problem names its field. Pure. */

import { words } from '#client/product/words.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';

export interface Draft {
  /** 0 while none is chosen. */
  star: number;
  content: string;
  nickname: string;
  email: string;
}
export type DraftField = keyof Draft;

const longest = { content: 1000, nickname: 60 } as const;

/** Problems by field, in the order of the form; none when it may be sent. */
export function draftProblems(draft: Draft): Map<DraftField, string> {
  const problems = new Map<DraftField, string>();
  if (!(draft.star >= 1 && draft.star <= 5)) problems.set('star', words.reviewStarMissing);
  for (const field of ['content', 'nickname'] as const) {
    const name = field === 'content' ? words.reviewContent : words.reviewNickname;
    const [text, count] = [draft[field].trim(), longest[field]];
    if (text === '') problems.set(field, words.text('reviewBlank', { name }));
    else if (text.length > count) problems.set(field, words.text('reviewTooLong', { name, count }));
  }
  const email = draft.email.trim();
  if (email !== '' && !isAccountEmail(email)) problems.set('email', words.reviewBadEmail);
  return problems;
}
