/** Rules of form fields: each takes the text and returns the message to show, or '' if it is valid. Order matters (R75). */

import type { DefaultTexts } from '#lib/messages/default.ts';
import { normaliseEmail } from '#lib/normalise-email.ts';

export type Rule = (value: string) => string;

/** Returns the message of the first rule that fails, '' if all pass. */
export function firstProblem(value: string, rules: readonly Rule[]): string {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== '') return message;
  }
  return '';
}

/** Rejects blank text with a message that names the field (R75). */
export function required(message: string): Rule {
  return (value) => (value.trim() === '' ? message : '');
}

/** Requires a valid email in forms with an account or an order; blank and malformed have different messages (VAL-01, VAL-02). */
export function emailRequired(texts: DefaultTexts): Rule {
  return (value) => {
    if (value.trim() === '') return texts.emailBlankMsg;
    return isAccountEmail(value) ? '' : texts.invalidEmailMsg;
  };
}

/** Accepts a blank value or a valid email address (VAL-03). */
export function emailOptional(texts: Pick<DefaultTexts, 'invalidEmailMsg'>): Rule {
  return (value) => (value.trim() === '' || isAccountEmail(value) ? '' : texts.invalidEmailMsg);
}

/** Requires an email address in the footer, popup and subscribe forms; blank and malformed have the same message (R16). */
export function newsletterEmail(texts: Pick<DefaultTexts, 'invalidEmailMsg'>): Rule {
  return (value) => (isEmail(value) ? '' : texts.invalidEmailMsg);
}

/** The exact pattern of R16. */
const documented =
  /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*@(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\.)+[A-Za-z0-9]{2,8}$/;

/**
 * R120: the pattern of HTML's email field, minus addresses that no mail server delivers: a dot at either end of the local part or
 * two in a row, a domain without a dot, and a domain that ends in a single letter or only digits.
 */
const deliverable =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i;
const maxLength = 254;

/** Returns whether the footer, popup and subscribe forms accept an address (R16); ignores surrounding space. */
export function isEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= maxLength && documented.test(address);
}

/** Returns whether login, register, forgot, checkout, order look-up, back in stock and reviews accept an address (R120). */
export function isAccountEmail(value: string): boolean {
  const address = normaliseEmail(value);
  return address.length <= maxLength && deliverable.test(address);
}
