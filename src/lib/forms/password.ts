import type { AdditionalTexts } from '#lib/messages/default.ts';
import type { Rule } from './rules.ts';

const passwordLength = { min: 6, max: 20 } as const;

/** Checks a new password: 6 to 20 characters, counted as code points and without trimming (R43). */
export function passwordRule(texts: AdditionalTexts): Rule {
  return (value) => {
    if (value === '') return texts.pwdBlankMsg;
    const length = [...value].length;
    return length >= passwordLength.min && length <= passwordLength.max ? '' : texts.pwdLengthMsg;
  };
}
