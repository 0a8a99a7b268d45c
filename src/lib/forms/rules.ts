/** Rules of form fields: each takes the text and returns the message to show, or '' when it passes. Order matters (R75). */
import { asciiEmail } from '#lib/ascii-email.ts';
import type { Texts } from '#lib/messages/default.ts';

export type Rule = (value: string) => string;

/** The first message among the rules, in order; '' when all pass. */
export function firstProblem(value: string, rules: readonly Rule[]): string {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== '') return message;
  }
  return '';
}

/** Refuses what is empty after trimming, with the rule's message, which names the field (R75). */
export function required(message: string): Rule {
  return (value) => (value.trim() === '' ? message : '');
}

/** Requires an email address in forms with an account or an order; blank and malformed have messages of their own (VAL-01, VAL-02). */
export function emailRequired(texts: Texts): Rule {
  return (value) => {
    if (value.trim() === '') return texts.emailBlankMsg;
    return isAccountEmail(value) ? '' : texts.invalidEmailMsg;
  };
}

/** Optional address: only the format of one that is there counts (VAL-03). */
export function emailOptional(texts: Pick<Texts, 'invalidEmailMsg'>): Rule {
  return (value) => (value.trim() === '' || isAccountEmail(value) ? '' : texts.invalidEmailMsg);
}

/** Address of the footer, popup and subscribe boxes: blank or bad, one message (R16). */
export function emailSubscribe(texts: Pick<Texts, 'invalidEmailMsg'>): Rule {
  return (value) => (isEmail(value) ? '' : texts.invalidEmailMsg);
}

/** R16, to the letter: what the footer, popup and subscribe boxes accept. */
const documented =
  /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*@(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\.)+[A-Za-z0-9]{2,8}$/;

/**
 * R120: HTML's email field, without what no mail server delivers: dots at an end of the local part or side by side, a domain
 * without a dot, and one that ends in a single letter or in digits alone.
 */
const deliverable =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i;
const maxLength = 254;

/** Tells whether the footer, popup and subscribe boxes accept an address (R16); surrounding space does not count. */
export function isEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= maxLength && documented.test(address);
}

/** Tells whether login, register, forgot, checkout, order look-up, back in stock and reviews accept an address (R120). */
export function isAccountEmail(value: string): boolean {
  const address = asciiEmail(value);
  return address.length <= maxLength && deliverable.test(address);
}
