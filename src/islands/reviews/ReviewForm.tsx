import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { words } from '#client/product/words.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { PictureField, useUploads } from './PictureField.tsx';
import { type Draft, type DraftField, draftProblems } from './review-rules.ts';

const stars = [1, 2, 3, 4, 5] as const;

interface Props {
  productId: number;
  /** @param review null while it waits to be read by the shop */
  onSent: (review: CommentData | null, message: string) => void;
}

/**
 * The form of a review, in a native dialog; what was written stays when it is closed (PDP-20).
 * @param asked how often it was asked for: each opens it
 */
export function ReviewForm({ productId, asked, onSent }: Props & { asked: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [sent, setSent] = useState(0);
  const close = () => dialog.current?.close();
  useEffect(() => {
    if (asked > 0 && !dialog.current?.open) dialog.current?.showModal();
  }, [asked]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="sheet review-sheet"
      aria-labelledby="review-form-title"
      onClick={(event) => event.target === dialog.current && close()}
    >
      <Fields
        key={sent}
        productId={productId}
        onClose={close}
        onSent={(...review) => {
          // The focus goes back to where it was, then to what is said there.
          close();
          setSent(sent + 1);
          onSent(...review);
        }}
      />
    </dialog>
  );
}

/** A form for one review. */
function Fields({ productId, onClose, onSent }: Props & { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const pictures = useUploads();
  const { problems, failure, isSending, onSubmit, onInput } = useSending(
    form,
    () => Promise.all(pictures.uploads.map(({ address }) => address)),
    { productId, onSent },
  );
  const control = (name: DraftField, hasHint = false) => {
    const described = [hasHint && `review-${name}-hint`, problems.has(name) && `review-${name}-error`];
    return {
      name,
      'aria-invalid': problems.has(name) || undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    };
  };
  const field = (name: DraftField, hint?: string) => ({
    id: `review-${name}`,
    className: 'input',
    ...control(name, hint !== undefined),
  });

  return (
    <form className="review-form" ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <div className="review-form-head">
        <h2 id="review-form-title">{words.reviewTitle}</h2>
        <button className="icon-button" type="button" aria-label={words.reviewClose} onClick={onClose}>
          ×
        </button>
      </div>
      <fieldset>
        <legend className="label">{words.reviewStar}</legend>
        <div className="star-choice">
          {stars.map((star) => (
            <label key={star}>
              <input type="radio" value={star} aria-label={words[`reviewStar${star}`]} {...control('star')} />
              <span aria-hidden="true">★</span>
            </label>
          ))}
        </div>
        <Problem name="star" problems={problems} />
      </fieldset>
      <Labelled name="content" label={words.reviewContent} hint={words.reviewContentHint} problems={problems}>
        <textarea {...field('content', words.reviewContentHint)} rows={6} maxLength={1000} required />
      </Labelled>
      <Labelled name="nickname" label={words.reviewNickname} problems={problems}>
        <input {...field('nickname')} maxLength={60} autoComplete="nickname" required />
      </Labelled>
      <Labelled name="email" label={words.reviewEmail} hint={words.reviewEmailHint} problems={problems}>
        <input {...field('email', words.reviewEmailHint)} type="email" maxLength={255} autoComplete="email" />
      </Labelled>
      <PictureField {...pictures} />
      {failure && <p className="field-error">{failure}</p>}
      <button className="button" type="submit" aria-busy={isSending || undefined}>
        {isSending ? words.reviewSending : words.reviewSend}
      </button>
    </form>
  );
}

interface LabelledProps {
  name: DraftField;
  label: string;
  hint?: string;
  problems: Problems;
  children: ReactNode;
}

function Labelled({ name, label, hint, problems, children }: LabelledProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={`review-${name}`}>
        {label}
      </label>
      {hint && (
        <p className="small quiet" id={`review-${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <Problem name={name} problems={problems} />
    </div>
  );
}

type Problems = ReadonlyMap<DraftField, string>;

function Problem({ name, problems }: Pick<LabelledProps, 'name' | 'problems'>) {
  return (
    problems.has(name) && (
      <p className="field-error" id={`review-${name}-error`}>
        {problems.get(name)}
      </p>
    )
  );
}

/** Checks and sends what stands in the form. @param addressesOf of its pictures; rejects with words for the shopper */
function useSending(
  form: RefObject<HTMLFormElement | null>,
  addressesOf: () => Promise<string[]>,
  { productId, onSent }: Props,
) {
  const [problems, setProblems] = useState<Problems>(new Map());
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);

  const send = async (draft: Draft) => {
    setSending(true);
    try {
      const images = await addressesOf();
      const body = { ...draft, content: draft.content.trim(), nickname: draft.nickname.trim(), images };
      const answer = await api('POST /api/v1/comments/:id', { params: { id: productId }, body });
      if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
      const { id, status } = answer.data;
      const isPublished = status === 'published';
      const message = isPublished ? words.reviewPublished : words.reviewWaiting;
      const fresh = { like_num: 0, liked: false, is_verified: false, created_at: Date.now() };
      onSent(isPublished ? { ...body, ...fresh, id } : null, message);
      announce(message);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setFailure(message);
      announce(message);
    } finally {
      setSending(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const draft = draftOf(form.current!);
    const found = draftProblems(draft);
    flushSync(() => {
      setFailure('');
      setProblems(found);
    });
    const [first] = found.values();
    if (first === undefined) {
      void send(draft);
      return;
    }
    announce(first);
    const controls = [...form.current!.elements] as HTMLElement[];
    controls.find((control) => control.getAttribute('aria-invalid') === 'true')?.focus();
  };

  /** What is written anew is judged anew when it is sent. */
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    setFailure('');
    setProblems((before) => new Map([...before].filter(([field]) => field !== name)));
  };

  return { problems, failure, isSending, onSubmit, onInput };
}

function draftOf(form: HTMLFormElement): Draft {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '');
  return {
    star: Number(fields.get('star') ?? 0),
    content: text('content'),
    nickname: text('nickname'),
    email: text('email').trim(),
  };
}
