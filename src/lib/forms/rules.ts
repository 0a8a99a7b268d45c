/**
 * Validation rules of form fields: each takes the field's text and returns an error message, or '' if the text is valid. The order of the
 * rules matters (R75).
 */

import type { DefaultTexts } from '#lib/messages/default.ts';
import { normaliseEmail } from '#lib/normalise-email.ts';

export type Rule = (value: string) => string;

/** Returns the error message of the first rule that fails, '' if all pass. */
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

/** Requires a valid email in account and order forms; blank and malformed addresses have different messages (VAL-01, VAL-02). */
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

/** Requires an email address in the footer, popup and subscribe forms; blank and malformed addresses have the same message (R16). */
export function newsletterEmail(texts: Pick<DefaultTexts, 'invalidEmailMsg'>): Rule {
  return (value) => (isEmail(value) ? '' : texts.invalidEmailMsg);
}

/** The pattern that R16 specifies. */
const documented =
  /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*@(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\.)+[A-Za-z0-9]{2,8}$/;

/**
 * The pattern of HTML's email field, but without addresses that no mail server delivers to (R120): a dot at either end of the local part or
 * two in a row, a domain without a dot, and a domain that ends in a single letter or only digits.
 */
const deliverable =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i;
const maxLength = 254;

/** Returns whether the footer, popup and subscribe forms accept an email address (R16); ignores leading and trailing spaces. */
export function isEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= maxLength && documented.test(address);
}

/** Returns whether the login, register, forgot, checkout, order look-up, back-in-stock and review forms accept an email address (R120). */
export function isAccountEmail(value: string): boolean {
  const address = normaliseEmail(value);
  return address.length <= maxLength && deliverable.test(address);
}
