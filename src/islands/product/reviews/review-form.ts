/** The form of a review, in a native dialog; what was written stays when it is closed (PDP-20). */
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { words } from '#client/product/words.ts';
import { escapeHtml } from '#lib/escape-html.ts';
import { reviewCard } from './review-card.ts';
import { mountReviewPictures, type ReviewPictures } from './review-pictures.ts';
import { type Draft, draftProblems } from './review-rules.ts';

let dialog: HTMLDialogElement | null = null;

/** Opens the form, the same one each time. */
export function openReviewForm(section: HTMLElement, productId: number): HTMLDialogElement {
  dialog ??= makeDialog(section, productId);
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

function makeDialog(section: HTMLElement, productId: number): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'sheet review-sheet';
  made.setAttribute('aria-labelledby', 'review-form-title');
  const said = escaped(words);
  made.innerHTML = `
    <form class="review-form" novalidate>
      <div class="review-form-head">
        <h2 id="review-form-title">${said.reviewTitle}</h2>
        <button class="icon-button" type="button" data-close aria-label="${said.reviewClose}">×</button>
      </div>
      <fieldset data-field="star"><legend class="label">${said.reviewStar}</legend>
        <div class="star-choice">${[said.reviewStar1, said.reviewStar2, said.reviewStar3, said.reviewStar4, said.reviewStar5].map(starRadio).join('')}</div></fieldset>
      ${field('content', said.reviewContent, '<textarea class="input" rows="6" maxlength="1000" required', said.reviewContentHint, '></textarea>')}
      ${field('nickname', said.reviewNickname, '<input class="input" maxlength="60" autocomplete="nickname" required')}
      ${field('email', said.reviewEmail, '<input class="input" type="email" maxlength="255" autocomplete="email"', said.reviewEmailHint)}
      <div class="field" data-field="images"><label class="label" for="review-images">${said.reviewImages}</label>
        <p class="small quiet" id="review-images-hint">${said.reviewImagesHint}</p>
        <input class="upload" id="review-images" type="file" multiple accept="image/png,image/jpeg,image/webp" aria-describedby="review-images-hint" />
        <ul class="review-uploads"></ul></div>
      <p class="field-error" data-failed hidden></p>
      <button class="button" type="submit">${said.reviewSend}</button>
    </form>`;
  const form = made.querySelector('form')!;
  const pictures = mountReviewPictures(made.querySelector('[data-field=images]')!);
  made.querySelector('[data-close]')!.addEventListener('click', () => made.close());
  made.addEventListener('click', (event) => event.target === made && made.close());
  form.addEventListener('input', (event) => clear(form, (event.target as Element).closest('[data-field]')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, pictures, section, productId);
  });
  return made;
}

/** The merchant may have put any sign into them. */
function escaped<Table extends Record<string, string>>(table: Table): Table {
  const entries = Object.entries(table).map(([key, text]) => [key, escapeHtml(text)]);
  return Object.fromEntries(entries) as Table;
}

function starRadio(label: string, at: number): string {
  return `<label><input type="radio" name="star" value="${at + 1}" aria-label="${label}" /><span aria-hidden="true">★</span></label>`;
}

function field(name: string, label: string, control: string, hint = '', end = ' />'): string {
  const described = hint ? ` aria-describedby="review-${name}-hint"` : '';
  return `<div class="field" data-field="${name}"><label class="label" for="review-${name}">${label}</label>
    ${hint && `<p class="small quiet" id="review-${name}-hint">${hint}</p>`}
    ${control} id="review-${name}" name="${name}"${described}${end}</div>`;
}

async function send(
  form: HTMLFormElement,
  pictures: ReviewPictures,
  section: HTMLElement,
  productId: number,
): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  if (button.getAttribute('aria-busy') === 'true') return;
  const draft = draftOf(form);
  const problems = draftProblems(draft);
  for (const place of form.querySelectorAll('[data-field]')) clear(form, place);
  for (const [name, message] of problems) show(form, name, message);
  const [first] = problems.values();
  if (first !== undefined) {
    announce(first);
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    return;
  }
  button.setAttribute('aria-busy', 'true');
  button.textContent = words.reviewSending;
  try {
    const images = await pictures.addresses();
    const body = { ...draft, content: draft.content.trim(), nickname: draft.nickname.trim(), images };
    const answer = await api('POST /api/v1/comments/:id', { params: { id: productId }, body });
    if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
    done(form, section, { ...body, ...answer.data });
  } catch (error) {
    fail(form, error instanceof Error ? error.message : String(error));
  } finally {
    button.removeAttribute('aria-busy');
    button.textContent = words.reviewSend;
  }
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

/** What happened is said where the form was opened; a published review stands first in the list. */
function done(
  form: HTMLFormElement,
  section: HTMLElement,
  sent: Draft & { images: string[]; id: number; status: 'published' | 'waiting' },
): void {
  const message = sent.status === 'published' ? words.reviewPublished : words.reviewWaiting;
  dialog?.close();
  dialog?.remove();
  dialog = null;
  form.reset();
  const said = Object.assign(document.createElement('p'), { className: 'review-sent', textContent: message });
  said.tabIndex = -1;
  section.querySelector('.review-sent')?.remove();
  section.querySelector('.reviews-body')!.prepend(said);
  if (sent.status === 'published') {
    const card = reviewCard({
      ...sent,
      like_num: 0,
      liked: false,
      is_verified: false,
      created_at: Date.now(),
    });
    section.querySelector('#review-list')!.prepend(card);
  }
  said.focus();
  announce(message);
}

function fail(form: HTMLFormElement, message: string): void {
  const place = form.querySelector<HTMLElement>('[data-failed]')!;
  place.textContent = message;
  place.hidden = false;
  announce(message);
}

function show(form: HTMLFormElement, name: string, message: string): void {
  const place = form.querySelector(`[data-field=${name}]`)!;
  const error = Object.assign(document.createElement('p'), {
    className: 'field-error',
    textContent: message,
  });
  error.id = `review-${name}-error`;
  place.append(error);
  for (const control of place.querySelectorAll('input,textarea')) {
    control.setAttribute('aria-invalid', 'true');
    const described = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    control.setAttribute('aria-describedby', [...described, error.id].join(' '));
  }
}

function clear(form: HTMLFormElement, place: Element | null): void {
  form.querySelector<HTMLElement>('[data-failed]')!.hidden = true;
  const error = place?.querySelector(':scope > .field-error');
  if (!place || !error) return;
  for (const control of place.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    const left =
      control
        .getAttribute('aria-describedby')
        ?.split(' ')
        .filter((id) => id !== error.id) ?? [];
    if (left.length > 0) control.setAttribute('aria-describedby', left.join(' '));
    else control.removeAttribute('aria-describedby');
  }
  error.remove();
}
