// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TextArea } from '#islands/forms/TextArea.tsx';
import { required } from '#lib/forms/rules.ts';

afterEach(cleanup);

const leave = (text: string) => {
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  return problem();
};
const problem = () => document.querySelector('.field-error')?.textContent ?? '';

test('a required textarea fails with its message when it is empty after trimming [VAL-16]', () => {
  render(<TextArea label="Review" rules={[required("Review can't be blank")]} />);
  expect(leave(' \n ')).toBe("Review can't be blank");
  expect(leave('Lovely')).toBe('');
});

test("a custom validator's text is shown as the error [VAL-17]", () => {
  render(<TextArea label="Review" rules={[(value) => (value.length > 3 ? 'Shorter, please' : '')]} />);
  expect(leave('long')).toBe('Shorter, please');
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
});

test('rules run when the field is left, not before [VAL-18]', () => {
  render(<TextArea label="Review" rules={[() => 'always wrong']} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'x' } });
  expect(problem()).toBe('');
  expect(leave('x')).toBe('always wrong');
});
