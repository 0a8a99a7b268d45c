/** What the button of a newsletter form does (NEWS-02 to NEWS-08). */
import { emailSubscribe } from '#lib/forms/rules.ts';
import type { Texts } from '#lib/text.ts';
import type { api } from '../contract/client.ts';
import { storedTerm } from '../session/stored-term.ts';

export type SubscribeState =
  | { kind: 'idle' | 'loading' }
  | { kind: 'done'; message: string }
  | { kind: 'failed'; message: string };

type Words = Pick<Texts, 'invalidEmailMsg' | 'subscribeSuccessMsg'> & Texts;

/**
 * Sends an address unless it cannot be one.
 * @param show is told every state on the way
 */
export async function subscribe(
  call: typeof api,
  input: { email: string; sourceType: number; texts: Words },
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
