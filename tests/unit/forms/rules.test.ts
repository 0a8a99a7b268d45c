import { describe, expect, test } from 'vitest';
import { elapsedSince } from '#lib/elapsed-since.ts';
import { password } from '#lib/forms/password.ts';
import {
  emailOptional,
  emailRequired,
  emailSubscribe,
  firstProblem,
  isAccountEmail,
  isEmail,
  numericPhone,
  phone,
  required,
} from '#lib/forms/rules.ts';
import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import { fill } from '#lib/messages/fill.ts';
import { textIn } from '#lib/messages/format.ts';

describe('e-mail', () => {
  const good = ['a@b.co', 'first.last@mail.example.com', 'a-b_c.d@x-y.org', ' a@b.com ', 'a@b.museum'];
  const bad = [
    'a@b',
    'a@b.c',
    'a@b.abcdefghi',
    '.a@b.com',
    'a..b@c.com',
    'a-@b.com',
    'a@-b.com',
    'a@b_c.com',
    '',
  ];

  test.each(good)('takes %j [VAL-04]', (address) => {
    expect(isEmail(address)).toBe(true);
    expect(isAccountEmail(address)).toBe(true);
  });
  test.each(bad)('refuses %j [VAL-04]', (address) => {
    expect(isEmail(address)).toBe(false);
    expect(isAccountEmail(address)).toBe(false);
  });
  test('a plus sign is fine with an account or an order only, and 254 characters are the most [VAL-04]', () => {
    expect([isEmail('a+b@c.com'), isAccountEmail('a+b@c.com')]).toEqual([false, true]);
    const address = (length: number) => `${'a'.repeat(length - 6)}@b.com`;
    expect([isEmail(address(254)), isEmail(address(255))]).toEqual([true, false]);
  });
  test('a hostile address is refused without delay', () => {
    const started = performance.now();
    expect(isEmail(`${'a.'.repeat(50_000)}@`)).toBe(false);
    expect(isAccountEmail(`a@${'a-'.repeat(120)}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });

  const rule = emailRequired(defaultTexts);
  test('a blank required e-mail says so [VAL-01]', () => {
    expect([rule(''), rule('  ')]).toEqual(["Email can't be blank", "Email can't be blank"]);
  });
  test('a malformed e-mail says so [VAL-02]', () => {
    expect([rule('nobody'), rule('a+b@c.com')]).toEqual(['Please enter a valid email address', '']);
  });
  test('an optional e-mail is checked only when there is one [VAL-03]', () => {
    const optional = emailOptional(defaultTexts);
    expect([optional(' '), optional('a@b.co'), optional('a@b')]).toEqual([
      '',
      '',
      defaultTexts.invalidEmailMsg,
    ]);
  });
  test('subscribe boxes have one message for blank and bad', () => {
    const box = emailSubscribe(defaultTexts);
    expect([box(''), box('a+b@c.com'), box('a@b.co')]).toEqual([
      defaultTexts.invalidEmailMsg,
      defaultTexts.invalidEmailMsg,
      '',
    ]);
  });
});

describe('password', () => {
  const rule = password(quietTexts);
  test('a blank password says so [VAL-05]', () => {
    expect(rule('')).toBe("Password can't be blank");
  });
  test('6 to 20 characters, counted as the shopper sees them and never trimmed [VAL-06, VAL-07]', () => {
    expect(rule('12345')).toBe('Password must be 6 to 20 characters');
    expect(rule('x'.repeat(21))).toBe(quietTexts.pwdLengthMsg);
    expect([rule('123456'), rule('x'.repeat(20)), rule('🙂'.repeat(6)), rule('      ')]).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(rule('🙂'.repeat(3))).toBe(quietTexts.pwdLengthMsg);
  });
});

describe('phone', () => {
  test('5 to 20 digits with the usual marks between, else its message [VAL-08]', () => {
    const rule = phone(defaultTexts);
    for (const value of ['12345', '+49 (0)30 123-456', '555.123.4567', '1'.repeat(20), ''])
      expect(rule(value)).toBe('');
    for (const value of ['1234', '1'.repeat(21), '12345x', '12+345', 'phone', '++12345']) {
      expect(rule(value)).toBe('Please enter a valid Phone');
    }
  });
  test('the numeric variant says when it is blank [VAL-09]', () => {
    expect(numericPhone(quietTexts)(' ')).toBe("Phone cann't be blank");
  });
  test('the numeric variant takes digits only [VAL-10]', () => {
    const rule = numericPhone(quietTexts);
    expect([rule('12-3'), rule('+123'), rule('123')]).toEqual([
      'Invalid phone number',
      'Invalid phone number',
      '',
    ]);
  });
});

describe('rules in order', () => {
  const blank = (name: string, own = {}) => required(textIn(defaultTexts, own)('requiredMsg', { name }));

  test('a required field fails when it is empty after trimming [VAL-11]', () => {
    expect(blank('City')(' \n ')).not.toBe('');
    expect(blank('City')('x')).toBe('');
  });
  test('the message carries the label of the field [VAL-12]', () => {
    expect(blank('City')('')).toBe("City can't be blank");
    expect(blank('Ci$&ty', { requiredMsg: '{name}, {name}!' })('')).toBe('Ci$&ty, Ci$&ty!');
  });
  test('the first failing rule is the one shown', () => {
    const rules = [required('first'), () => 'second'];
    expect([firstProblem('', rules), firstProblem('x', rules), firstProblem('x', [])]).toEqual([
      'first',
      'second',
      '',
    ]);
  });
  test('placeholders are filled by name or by number, unknown ones left out', () => {
    expect(fill('Buy {0} more to save {1}%{2}', [1, 20])).toBe('Buy 1 more to save 20%');
    expect(fill('{constructor}', {})).toBe('');
  });
});

describe('dates', () => {
  const now = Date.UTC(2026, 10, 21);
  test('a bad start date is refused [VAL-19]', () => {
    for (const start of ['yesterday-ish', '', '2026-13-01'])
      expect(() => elapsedSince(Date.parse(start), now)).toThrow('startDateInvalid');
    expect(elapsedSince(Date.parse('2026-11-20T23:59:59Z'), now)).toBe(1000);
  });
  test('a start later than now is refused [VAL-20]', () => {
    expect(() => elapsedSince(now + 1, now)).toThrow('startDateFuture');
    expect(elapsedSince(now, now)).toBe(0);
  });
});
