/** Validates phone numbers in the formats that people commonly write (R75). The same functions run in the browser and on the server. */
import type { Rule } from '#lib/forms/rules.ts';
import type { AdditionalTexts, DefaultTexts } from '#lib/messages/default.ts';
import { toPlainCharacters } from './plain-characters.ts';

/** Matches a phone extension: "x12", "ext. 12", "(ext. #12)", ";ext=12", "#12", ",,12#" and abbreviations in several languages. */
const extension =
  /(?:,+ ?|[,; ]*\(?(?:[x×#]|ext(?:ensi[oó]n|n)?|dw|durchwahl|kl(?:apk?p?[ea])?|app(?:arat)?|nst|poste|int(?:erno?)?|anexo|ramal|wewn?|linka|mellék|lok(?:al)?|toestel|доб|内線)[.:=# ]*)\d{1,8}#?\)?$/i;

/** Returns a phone number in plain characters, without its extension, which is dialled only after the call is answered. */
export function stripPhoneExtension(typed: string): string {
  return toPlainCharacters(typed).replace(extension, '');
}

/**
 * Checks a phone number: 5 to 20 digits with an optional leading plus, spaces, dots, hyphens, slashes or brackets between them, and an
 * optional extension. Accepts a blank value: `required` is a separate rule.
 */
export function phoneRule(texts: Pick<DefaultTexts, 'phoneInvalidMsg'>): Rule {
  return (value) => {
    const text = stripPhoneExtension(value);
    if (toPlainCharacters(value) === '') return '';
    const digits = text.replace(/\D/g, '').length;
    return /^\(?\+?[\d ()./-]+$/.test(text) && digits >= 5 && digits <= 20 ? '' : texts.phoneInvalidMsg;
  };
}

/** Checks a required phone number that may contain only digits (R75). */
export function numericPhoneRule(texts: Pick<AdditionalTexts, 'phoneBlankMsg' | 'phoneNumericMsg'>): Rule {
  return (value) => {
    const text = toPlainCharacters(value);
    if (text === '') return texts.phoneBlankMsg;
    return /^\d+$/.test(text) ? '' : texts.phoneNumericMsg;
  };
}
