import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announce, lostMessage } from '#client/announce.ts';
import { onRestore } from '#client/on-restore.ts';
import { focusProblem } from './Field.tsx';

/** Messages by the name of the field. */
export type FieldProblems = Readonly<Record<string, string>>;

interface Said {
  kind: 'failed' | 'done';
  text: string;
}

/** What a form sends comes back as: an answer that is not 0 is shown in its words. */
export type Sent =
  | { kind: 'done'; text: string }
  | { kind: 'failed'; text: string; field?: string }
  | { kind: 'left' };

/**
 * Runs a form that shows a field's error at the field and the outcome below. Nothing typed is lost. The form is usable again after
 * every outcome, also when `send` throws, as it does where a script cannot be loaded.
 * @param check messages by field; the first field with one gets the focus
 * @param send `left` when the page is being left: the form stays busy until the browser's back button shows it again
 */
export function useForm(
  check: (typed: (name: string) => string) => Record<string, string>,
  send: (typed: (name: string) => string, form: HTMLFormElement) => Promise<Sent>,
) {
  const [problems, setProblems] = useState<FieldProblems>({});
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => onRestore(() => setBusy(false)), []);

  useEffect(() => {
    const first = focusProblem(form.current);
    if (first) announce(problems[first] ?? '');
  }, [problems]);

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const sent = event.currentTarget;
    const data = new FormData(sent);
    const typed = (name: string) => String(data.get(name) ?? '');
    setSaid(null);
    const found = Object.fromEntries(Object.entries(check(typed)).filter(([, message]) => message !== ''));
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const outcome = await send(typed, sent).catch((): Sent => ({ kind: 'failed', text: lostMessage() }));
    if (outcome.kind === 'left') return;
    setBusy(false);
    if (outcome.kind === 'failed' && outcome.field) return setProblems({ [outcome.field]: outcome.text });
    setSaid(outcome);
    announce(outcome.text);
  }

  return { problems, said, isBusy, props: { ref: form, onSubmit, noValidate: true } };
}

interface FormEndProps {
  said: Said | null;
  isBusy: boolean;
  label: string;
  isPlain?: boolean;
}

/** What became of the form, and its button. */
export function FormEnd({ said, isBusy, label, isPlain = false }: FormEndProps) {
  return (
    <>
      {said && <p className={said.kind === 'failed' ? 'field-error' : 'form-done'}>{said.text}</p>}
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
