/** What the button of a newsletter form does (NEWS-02 to NEWS-08). */

import type { api } from '#client/api.ts';
import { emailSubscribe } from '#lib/forms/rules.ts';
import type { Texts } from '#lib/messages/default.ts';

export type SubscribeState =
  | { kind: 'idle' | 'loading' }
  | { kind: 'done'; message: string }
  | { kind: 'failed'; message: string };

/**
 * Sends an address unless it cannot be one.
 * @param show is told every state on the way
 */
export async function subscribe(
  call: typeof api,
  input: { email: string; sourceType: number; texts: Texts },
  show: (state: SubscribeState) => void,
): Promise<void> {
  const problem = emailSubscribe(input.texts)(input.email);
  if (problem) return show({ kind: 'failed', message: problem });
  show({ kind: 'loading' });
  const body = { email: input.email.trim(), source_type: input.sourceType, utm_term: storedTerm() };
  const answer = await call('POST /api/v1/customer/subscribe', { body });
  if (answer.code === 0) show({ kind: 'done', message: input.texts.subscribeSuccessMsg });
  else show({ kind: 'failed', message: answer.msg });
}

/** The utm_term stored with the session (NEWS-08): '' where there is no session, no term, or nothing readable. */
export function storedTerm(): string {
  try {
    const session: unknown = JSON.parse(localStorage.getItem('session_data') ?? 'null');
    const term = (session as { utm_term?: unknown } | null)?.utm_term;
    return typeof term === 'string' ? term.slice(0, 255) : '';
  } catch {
    return '';
  }
}
