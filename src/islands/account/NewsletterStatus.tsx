import { useState } from 'react';
import { api } from '#client/api.ts';
import { useAnnounced } from '../use-announced.ts';
import type { AccountWords } from './words.ts';

interface Props {
  /** Null while the address is not proven. */
  isSubscribed: boolean | null;
  words: AccountWords;
}

/** Whether the newsletter is sent, and the button that changes it. */
export function NewsletterStatus({ isSubscribed, words }: Props) {
  const [isOn, setOn] = useState(isSubscribed);
  const [said, setSaid] = useState('');
  useAnnounced(said);
  async function change(): Promise<void> {
    const answer = await api('PUT /api/v1/storefront/customer', { body: { is_subscribed: !isOn } });
    if (answer.code !== 0 || !answer.data) return setSaid(answer.msg);
    setOn(answer.data.is_subscribed);
    setSaid(answer.data.is_subscribed ? words.newsOn : words.newsOff);
  }
  const shown = isOn === null ? words.newsNeedsProof : isOn ? words.newsOn : words.newsOff;
  return (
    <section id="newsletter" className="account-part" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{words.accountNews}</h2>
      <p>{shown}</p>
      {said !== '' && said !== shown && <p className="field-error">{said}</p>}
      {isOn !== null && (
        <button type="button" className="button button-plain" onClick={change}>
          {isOn ? words.newsletterLeave : words.newsletterJoin}
        </button>
      )}
    </section>
  );
}
