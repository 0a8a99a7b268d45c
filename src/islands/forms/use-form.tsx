import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { focusFirstInvalidField } from './Field.tsx';

/** Error messages by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

interface FormMessage {
  kind: 'failed' | 'done';
  text: string;
}

/** Outcome of submitting a form; `left` means that the browser is leaving the page. */
export type FormResult =
  | { kind: 'done'; text: string }
  | { kind: 'failed'; text: string; field?: string }
  | { kind: 'left' };

/**
 * Validates and submits a form that shows errors next to their fields and the outcome below them. The form keeps its input and can
 * be submitted again after every outcome, even if `send` throws because a script failed to load.
 * @param check returns error messages by field; the first invalid field gets focus
 * @param send submits the form; the outcome `left` keeps the form busy until the browser's back button restores the page
 * @returns the form's state and props, and setters for a form that validates a field before it is submitted
 */
export function useForm(
  check: (typed: (name: string) => string) => Record<string, string>,
  send: (typed: (name: string) => string, form: HTMLFormElement) => Promise<FormResult>,
) {
  const [problems, setProblems] = useState<FieldProblems>({});
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => onRestore(() => setBusy(false)), []);

  function refuse(found: FieldProblems): void {
    flushSync(() => setProblems(found));
    const first = focusFirstInvalidField(form.current);
    if (first) announce(found[first] ?? '');
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const sent = event.currentTarget;
    const data = new FormData(sent);
    const typed = (name: string) => String(data.get(name) ?? '');
    setMessage(null);
    const found = Object.fromEntries(Object.entries(check(typed)).filter(([, message]) => message !== ''));
    refuse(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const outcome = await send(typed, sent).catch(
      (): FormResult => ({ kind: 'failed', text: loadFailedMessage() }),
    );
    if (outcome.kind === 'left') return;
    setBusy(false);
    if (outcome.kind === 'failed' && outcome.field) return refuse({ [outcome.field]: outcome.text });
    setMessage(outcome);
    announce(outcome.text);
  }

  return {
    problems,
    setProblems,
    message,
    setSaid: setMessage,
    isBusy,
    props: { ref: form, onSubmit, noValidate: true },
  };
}

interface FormEndProps {
  message: FormMessage | null;
  isBusy: boolean;
  label: string;
  isPlain?: boolean;
}

/** Renders the outcome of the form and its submit button. */
export function FormFooter({ message, isBusy, label, isPlain = false }: FormEndProps) {
  return (
    <>
      {message && <p className={message.kind === 'failed' ? 'field-error' : 'form-done'}>{message.text}</p>}
      <button
        type="submit"
        className={isPlain ? 'button button-plain' : 'button'}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
      >
        {label}
      </button>
    </>
  );
}
