import { type FormEvent, memo, type ReactNode, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { sendEvent } from '#client/marketing/start-marketing.ts';
import { announce } from '#client/page/announce.ts';
import { safeLocalStorage } from '#client/stores/storage.ts';
import { newsletterEmail } from '#lib/forms/rules.ts';
import { type DefaultTexts, defaultTexts } from '#lib/messages/default.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';

interface Props {
  /** Element id of the form; a page may contain several newsletter forms. */
  id: string;
  /** Source of the subscription (R44). */
  sourceType: number;
  /** Placeholder of the email field. */
  tip?: string;
  texts: CustomTexts;
  /** Label of the submit button. */
  button?: ReactNode;
  /** Called after a subscription. @param code discount code for subscribing, '' for none */
  onDone?: (code: string) => void;
}

/** Renders the newsletter form: email field, submit button and one element for messages. */
export default memo(function Newsletter({ id, sourceType, tip = '', texts, button, onDone }: Props) {
  const formTexts = createTexts(defaultTexts, texts);
  const [state, setState] = useState<SubscribeState>({ kind: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const isLoading = state.kind === 'loading';
  const isFailed = state.kind === 'failed';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || !field.current) return;
    const email = field.current.value;
    void subscribeToNewsletter(api, { email, sourceType, texts: formTexts }, (next) => {
      setState(next);
      if ('message' in next) announce(next.message);
      if (next.kind === 'failed') field.current?.focus();
      if (next.kind !== 'done') return;
      if (field.current) field.current.value = '';
      onDone?.(next.code);
    });
  };

  return (
    <form className="newsletter" id={id} noValidate onSubmit={onSubmit}>
      <label className="visually-hidden" htmlFor={`${id}-email`}>
        {formTexts.email}
      </label>
      <div className="newsletter-row">
        <input
          ref={field}
          className="input"
          id={`${id}-email`}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          placeholder={tip || formTexts.email}
          aria-invalid={isFailed || undefined}
          aria-describedby={`${id}-said`}
        />
        <button
          className="button button-plain"
          type="submit"
          aria-disabled={isLoading || undefined}
          aria-busy={isLoading || undefined}
        >
          {isLoading ? formTexts.subscribing : button || formTexts.subscribe}
        </button>
      </div>
      <p className={isFailed ? 'field-error' : 'newsletter-done'} id={`${id}-said`}>
        {isFailed || state.kind === 'done' ? state.message : ''}
      </p>
    </form>
  );
});

export type SubscribeState =
  | { kind: 'idle' | 'loading' }
  | { kind: 'done'; message: string; code: string }
  | { kind: 'failed'; message: string };

/**
 * Subscribes an email address to the newsletter, unless the address is invalid.
 * @param show called with every new state
 */
export async function subscribeToNewsletter(
  call: typeof api,
  input: {
    email: string;
    sourceType: number;
    texts: Pick<DefaultTexts, 'invalidEmailMsg' | 'subscribeSuccessMsg'>;
  },
  show: (state: SubscribeState) => void,
): Promise<void> {
  const problem = newsletterEmail(input.texts)(input.email);
  if (problem) return show({ kind: 'failed', message: problem });
  show({ kind: 'loading' });
  const body = { email: input.email.trim(), source_type: input.sourceType, utm_term: storedUtmTerm() };
  const answer = await call('POST /api/v1/customer/subscribe', { body });
  if (answer.code !== 0) return show({ kind: 'failed', message: answer.msg });
  sendEvent('Subscribe', {}, { email: body.email });
  show({ kind: 'done', message: input.texts.subscribeSuccessMsg, code: answer.data?.code ?? '' });
}

/** Returns the utm_term stored with the session (NEWS-08), '' if there is none or it is unreadable. */
export function storedUtmTerm(): string {
  const term = (parseStoredJson(safeLocalStorage.get('session_data')) as { utm_term?: unknown } | null)
    ?.utm_term;
  return typeof term === 'string' ? term.slice(0, 255) : '';
}
