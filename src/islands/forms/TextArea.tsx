import { type ComponentProps, useId, useState } from 'react';
import { firstProblem, type Rule } from '#lib/forms/rules.ts';
import { useAnnounced } from '../use-announced.ts';

interface Props extends Omit<ComponentProps<'textarea'>, 'onBlur'> {
  label: string;
  /** Asked in order when the field is left; the first message is shown. */
  rules: readonly Rule[];
}

/** A labelled textarea whose rules run on blur. The text itself stays the browser's. @waiting VAL-16 VAL-17 VAL-18 */
export function TextArea({ label, rules, ...rest }: Props) {
  const id = useId();
  const [problem, setProblem] = useState('');
  useAnnounced(problem);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className="input"
        aria-invalid={problem !== ''}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onBlur={(event) => setProblem(firstProblem(event.currentTarget.value, rules))}
      />
      {problem && (
        <p className="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
