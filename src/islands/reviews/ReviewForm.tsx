import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import { overlayTexts } from '#client/product/texts.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { Field } from '../forms/Field.tsx';
import { useForm } from '../forms/use-form.tsx';
import { ImageUploadField, waitForReviewImages } from './ImageUploadField.tsx';
import { type ReviewDraft, type ReviewDraftField, validateReview } from './review-rules.ts';

const stars = [1, 2, 3, 4, 5] as const;
const judgedOnLeaving = new Set<ReviewDraftField>(['content', 'nickname', 'email']);

interface Props {
  productId: number;
  /** Number of times that the shopper has requested the form; each request opens it. */
  openCount: number;
  /** Called after the review is submitted. @param review null if the review awaits the shop's approval */
  onSent: (review: CommentData | null, message: string) => void;
}

/** Renders the review form in a native dialog; closing the dialog keeps the input (PDP-20). */
export function ReviewForm({ productId, openCount, onSent }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [sent, setSent] = useState(0);
  const close = () => dialog.current?.close();
  useEffect(() => {
    if (openCount > 0 && !dialog.current?.open) dialog.current?.showModal();
  }, [openCount]);

  const {
    problems,
    setProblems,
    message,
    setSaid: setMessage,
    isBusy,
    props,
  } = useForm(
    (typed) => validateReview(draftOf(typed)),
    async (typed, form) => {
      const images = await waitForReviewImages().catch(({ message }: Error) => message);
      if (typeof images === 'string') return { kind: 'failed', text: images };
      const body = { ...draftOf(typed), images };
      const answer = await api('POST /api/v1/comments/:id', { params: { id: productId }, body });
      if (answer.code !== 0 || !answer.data) return { kind: 'failed', text: answer.msg };
      const { id, status } = answer.data;
      const isPublished = status === 'published';
      const message = isPublished ? overlayTexts.reviewPublished : overlayTexts.reviewWaiting;
      const defaults = { like_num: 0, liked: false, is_verified: false, variant: '', created_at: Date.now() };
      form.reset();
      setSent(sent + 1);
      // Closing the dialog restores focus; the message then takes focus.
      close();
      onSent(isPublished ? { ...body, ...defaults, id } : null, message);
      return { kind: 'done', text: message };
    },
  );
  /** Clears the error of a changed field; it is validated again on submit. */
  const input = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    setMessage(null);
    setProblems((before) => ({ ...before, [name]: '' }));
  };
  /** Validates a text field when focus moves to another field (VAL-18); the submit button validates the whole form. */
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const name = (target as HTMLTextAreaElement).name as ReviewDraftField;
    if (!judgedOnLeaving.has(name) || relatedTarget instanceof HTMLButtonElement) return;
    const fields = new FormData(props.ref.current!);
    const problem = validateReview(draftOf((field) => String(fields.get(field) ?? '')))[name];
    if (problem === (problems[name] ?? '')) return;
    setProblems((before) => ({ ...before, [name]: problem }));
    if (problem !== '') announce(problem);
  };
  const fieldProps = (name: ReviewDraftField) => ({
    id: `review-${name}`,
    name,
    problem: problems[name],
    isHintFirst: true,
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element already closes on Escape
    <dialog
      ref={dialog}
      className="sheet review-sheet"
      aria-labelledby="review-form-title"
      onClick={(event) => event.target === dialog.current && close()}
    >
      <form className="review-form" {...props} onInput={input} onBlur={leave}>
        <div className="review-form-head">
          <h2 id="review-form-title">{overlayTexts.reviewTitle}</h2>
          <button className="icon-button" type="button" aria-label={overlayTexts.reviewClose} onClick={close}>
            ×
          </button>
        </div>
        <fieldset>
          <legend className="label">{overlayTexts.reviewStar}</legend>
          <div className="star-choice">
            {stars.map((star) => (
              <label key={star}>
                <input
                  type="radio"
                  name="star"
                  value={star}
                  aria-label={overlayTexts[`reviewStar${star}`]}
                  aria-invalid={problems.star ? true : undefined}
                  aria-describedby={problems.star ? 'review-star-error' : undefined}
                />
                <span aria-hidden="true">★</span>
              </label>
            ))}
          </div>
          {problems.star && (
            <p className="field-error" id="review-star-error">
              {problems.star}
            </p>
          )}
        </fieldset>
        <Field
          {...fieldProps('content')}
          label={overlayTexts.reviewContent}
          hint={overlayTexts.reviewContentHint}
        >
          {(ids) => <textarea className="input" name="content" rows={6} maxLength={1000} required {...ids} />}
        </Field>
        <Field
          {...fieldProps('nickname')}
          label={overlayTexts.reviewNickname}
          hint={overlayTexts.reviewNicknameHint}
          maxLength={60}
          autoComplete="nickname"
          required
        />
        <Field
          {...fieldProps('email')}
          label={overlayTexts.reviewEmail}
          hint={overlayTexts.reviewEmailHint}
          type="email"
          maxLength={255}
          autoComplete="email"
        />
        <ImageUploadField key={sent} />
        {message?.kind === 'failed' && <p className="field-error">{message.text}</p>}
        <button className="button" type="submit" aria-busy={isBusy || undefined}>
          {isBusy ? overlayTexts.reviewSending : overlayTexts.reviewSend}
        </button>
      </form>
    </dialog>
  );
}

function draftOf(typed: (name: string) => string): ReviewDraft {
  const text = (name: string) => typed(name).trim();
  return {
    star: Number(typed('star')),
    content: text('content'),
    nickname: text('nickname'),
    email: text('email'),
  };
}
