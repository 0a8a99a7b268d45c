import { type FormEvent, useRef, useState } from 'react';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { badParameter } from '#lib/contract/codes.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import type { WordsOf } from '#lib/messages/format.ts';
import type { waitTexts } from '#lib/messages/stock.ts';

interface Props {
  /** Id of the variant that is gone. */
  skuId: number;
  words: WordsOf<typeof waitTexts>;
}

/** Takes the address of who wants to be told when a variant is back; a mail asks whether it is theirs. */
export function AskToBeTold({ skuId, words }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState({ of: 0, message: '', isDone: false });
  // Of another variant it is asked anew.
  const { message, isDone } = said.of === skuId ? said : { message: '', isDone: false };

  const tell = (text: string, isOver: boolean) => {
    setSaid({ of: skuId, message: text, isDone: isOver });
    announce(text);
    if (!isOver) field.current?.focus();
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const email = field.current!.value.trim();
    if (isBusy) return;
    if (!isAccountEmail(email)) return tell(words.invalidEmailMsg, false);
    setBusy(true);
    const body = { variant_id: skuId, email };
    const answer = await api('POST /api/v1/storefront/back-in-stock', { body }, { jumpLogin: false });
    setBusy(false);
    if (answer.code === 0) tell(words.waitSent, true);
    // The address is one: what cannot be asked for is a variant that is back.
    else tell(answer.code === badParameter ? words.waitOver : answer.msg, false);
  };

  if (isDone)
    return (
      <p className="wait-sent" tabIndex={-1} ref={goThere}>
        {message}
      </p>
    );
  return (
    <form className="wait" noValidate onSubmit={onSubmit}>
      <label htmlFor="wait-email">{words.waitEmail}</label>
      <input
        ref={field}
        className="input"
        id="wait-email"
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        aria-invalid={message !== '' || undefined}
        aria-describedby="wait-said"
      />
      <button className="button" type="submit" aria-busy={isBusy || undefined}>
        {words.waitAsk}
      </button>
      <p className={message ? 'field-error' : 'small quiet'} id="wait-said">
        {message || words.waitHint}
      </p>
    </form>
  );
}

/** The form is gone, and the focus would be with it. */
function goThere(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
