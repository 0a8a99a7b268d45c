import { type FormEvent, useRef, useState } from 'react';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { type SubscribeState, subscribe } from './subscribe.ts';

interface Props {
  /** Id of the form: a page may have several. */
  id: string;
  /** R44. */
  sourceType: number;
  /** Placeholder of the field. */
  tip?: string;
  /** Only what the page's language says otherwise. */
  texts: OwnTexts;
}

/** The newsletter's form: field, button, and one place for what is said about it. */
export default function Newsletter({ id, sourceType, tip = '', texts }: Props) {
  const words = wordsIn(defaultTexts, texts);
  const [state, setState] = useState<SubscribeState>({ kind: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const isLoading = state.kind === 'loading';
  const isFailed = state.kind === 'failed';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || !field.current) return;
    const email = field.current.value;
    void subscribe(api, { email, sourceType, texts: words }, (next) => {
      setState(next);
      if ('message' in next) announce(next.message);
      if (next.kind === 'failed') field.current?.focus();
      if (next.kind === 'done' && field.current) field.current.value = '';
    });
  };

  return (
    <form className="newsletter" id={id} noValidate onSubmit={onSubmit}>
      <label className="visually-hidden" htmlFor={`${id}-email`}>
        {words.email}
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
          placeholder={tip || words.email}
          aria-invalid={isFailed || undefined}
          aria-describedby={`${id}-said`}
        />
        <button
          className="button"
          type="submit"
          aria-disabled={isLoading || undefined}
          aria-busy={isLoading || undefined}
        >
          {isLoading ? words.subscribing : words.subscribe}
        </button>
      </div>
      <p className={isFailed ? 'field-error' : 'newsletter-done'} id={`${id}-said`}>
        {isFailed || state.kind === 'done' ? state.message : ''}
      </p>
    </form>
  );
}
