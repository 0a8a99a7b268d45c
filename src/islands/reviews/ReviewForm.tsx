import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { words } from '#client/product/words.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { Field, focusProblem } from '../forms/Field.tsx';
import { PictureField, reviewPictures } from './PictureField.tsx';
import { type Draft, type DraftField, draftProblems } from './review-rules.ts';

const stars = [1, 2, 3, 4, 5] as const;
const judgedOnLeaving = new Set<DraftField>(['content', 'nickname', 'email']);

interface Props {
  productId: number;
  /** How often it was asked for: each opens it. */
  asked: number;
  /** @param review null while it waits to be read by the shop */
  onSent: (review: CommentData | null, message: string) => void;
}

/** The form of a review, in a native dialog; what was written stays when it is closed (PDP-20). */
export function ReviewForm({ productId, asked, onSent }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<ReadonlyMap<DraftField, string>>(new Map());
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState(0);
  const close = () => dialog.current?.close();
  useEffect(() => {
    if (asked > 0 && !dialog.current?.open) dialog.current?.showModal();
  }, [asked]);

  const send = async (draft: Draft) => {
    setSending(true);
    try {
      const body = { ...draft, images: await reviewPictures() };
      const answer = await api('POST /api/v1/comments/:id', { params: { id: productId }, body });
      if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
      const { id, status } = answer.data;
      const isPublished = status === 'published';
      const message = isPublished ? words.reviewPublished : words.reviewWaiting;
      const told = { like_num: 0, liked: false, is_verified: false, variant: '', created_at: Date.now() };
      form.current!.reset();
      setSent(sent + 1);
      // The focus goes back to where it was, then to what is said there.
      close();
      onSent(isPublished ? { ...body, ...told, id } : null, message);
      announce(message);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setFailure(message);
      announce(message);
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const draft = draftOf(form.current!);
    const found = draftProblems(draft);
    flushSync(() => {
      setFailure('');
      setProblems(found);
    });
    const [first] = found.values();
    if (first === undefined) return void send(draft);
    announce(first);
    focusProblem(form.current);
  };
  /** What is written anew is judged anew when it is sent. */
  const input = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    setFailure('');
    setProblems((before) => new Map([...before].filter(([field]) => field !== name)));
  };
  /** A text is judged when it is left for another field (VAL-18); buttons judge all of it, or close. */
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const name = (target as HTMLTextAreaElement).name as DraftField;
    if (!judgedOnLeaving.has(name) || relatedTarget instanceof HTMLButtonElement) return;
    const problem = draftProblems(draftOf(form.current!)).get(name);
    if (problem === problems.get(name)) return;
    setProblems((before) => {
      const others = [...before].filter(([field]) => field !== name);
      return new Map(problem === undefined ? others : [...others, [name, problem]]);
    });
    if (problem !== undefined) announce(problem);
  };
  const own = (name: DraftField) => ({
    id: `review-${name}`,
    name,
    problem: problems.get(name),
    isHintFirst: true,
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="sheet review-sheet"
      aria-labelledby="review-form-title"
      onClick={(event) => event.target === dialog.current && close()}
    >
      <form className="review-form" ref={form} noValidate onSubmit={submit} onInput={input} onBlur={leave}>
        <div className="review-form-head">
          <h2 id="review-form-title">{words.reviewTitle}</h2>
          <button className="icon-button" type="button" aria-label={words.reviewClose} onClick={close}>
            ×
          </button>
        </div>
        <fieldset>
          <legend className="label">{words.reviewStar}</legend>
          <div className="star-choice">
            {stars.map((star) => (
              <label key={star}>
                <input
                  type="radio"
                  name="star"
                  value={star}
                  aria-label={words[`reviewStar${star}`]}
                  aria-invalid={problems.has('star') || undefined}
                  aria-describedby={problems.has('star') ? 'review-star-error' : undefined}
                />
                <span aria-hidden="true">★</span>
              </label>
            ))}
          </div>
          {problems.has('star') && (
            <p className="field-error" id="review-star-error">
              {problems.get('star')}
            </p>
          )}
        </fieldset>
        <Field {...own('content')} label={words.reviewContent} hint={words.reviewContentHint}>
          {(ids) => <textarea className="input" name="content" rows={6} maxLength={1000} required {...ids} />}
        </Field>
        <Field
          {...own('nickname')}
          label={words.reviewNickname}
          hint={words.reviewNicknameHint}
          maxLength={60}
          autoComplete="nickname"
          required
        />
        <Field
          {...own('email')}
          label={words.reviewEmail}
          hint={words.reviewEmailHint}
          type="email"
          maxLength={255}
          autoComplete="email"
        />
        <PictureField key={sent} />
        {failure && <p className="field-error">{failure}</p>}
        <button className="button" type="submit" aria-busy={isSending || undefined}>
          {isSending ? words.reviewSending : words.reviewSend}
        </button>
      </form>
    </dialog>
  );
}

function draftOf(form: HTMLFormElement): Draft {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  return {
    star: Number(fields.get('star')),
    content: text('content'),
    nickname: text('nickname'),
    email: text('email'),
  };
}
