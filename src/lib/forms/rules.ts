/** Rules of form fields: each takes the text and returns the message to show, or '' when it passes. Order matters (R75). */
import type { QuietTexts, Texts } from '#lib/messages/default.ts';

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

/** Required address of forms with an account or an order: blank and malformed have messages of their own (VAL-01, VAL-02). */
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

/** R75: 5 to 20 digits, a leading plus, and spaces, dots, hyphens and brackets between. Blank passes: required is a rule of its own. */
export function phone(texts: Texts): Rule {
  return (value) => {
    const text = value.trim();
    if (text === '') return '';
    const digits = text.replace(/\D/g, '').length;
    return /^\+?[\d\s().-]+$/.test(text) && digits >= 5 && digits <= 20 ? '' : texts.phoneInvalidMsg;
  };
}

/** Digits only, and not none (R75). */
export function numericPhone(texts: Pick<QuietTexts, 'phoneBlankMsg' | 'phoneNumericMsg'>): Rule {
  return (value) => {
    const text = value.trim();
    if (text === '') return texts.phoneBlankMsg;
    return /^\d+$/.test(text) ? '' : texts.phoneNumericMsg;
  };
}

/** E-mail addresses (R16, R120). The same functions run in the browser and on the server. */
const domain = '(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\\.)+[A-Za-z0-9]{2,8}';
const plain = new RegExp(`^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*@${domain}$`);
const withPlus = new RegExp(`^[A-Za-z0-9]+(?:[-_.+][A-Za-z0-9]+)*@${domain}$`);
const longest = 254;

/** True for an address the footer, popup and subscribe boxes take (R16); surrounding space does not count. */
export function isEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= longest && plain.test(address);
}

/** As isEmail, and a plus sign in the local part is fine: login, register, forgot, checkout, order look-up (R120). */
export function isAccountEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= longest && withPlus.test(address);
}
