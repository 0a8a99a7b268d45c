/** The words of an add that failed (ADD-09), over the page for a moment. */
import { messagePicture } from './message-picture.ts';
import { passAfter } from './pass-after.ts';

/** How long it stays when nobody closes it, ms (ADD-11). */
export const errorTime = 2000;

/**
 * Opens the modal. The focus goes to its button, and back to where it was when it closes; opened by keyboard it waits until
 * it is closed, because its button has the focus (R126).
 * @param closeLabel words of its button
 */
export function showAddError(message: string, closeLabel: string, lasts = errorTime): void {
  document.querySelector<HTMLDialogElement>('.add-error')?.close();
  const dialog = document.createElement('dialog');
  dialog.className = 'add-error';
  const words = document.createElement('p');
  words.id = 'add-error-text';
  words.textContent = message;
  dialog.setAttribute('aria-labelledby', words.id);
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: closeLabel });
  button.className = 'button button-plain';
  button.addEventListener('click', () => dialog.close());
  // Beside its content lies the backdrop: a pointer there holds nothing, and its click closes.
  const content = document.createElement('div');
  content.append(messagePicture('error'), words, button);
  dialog.append(content);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  const stop = passAfter(content, lasts, () => dialog.close());
  dialog.addEventListener('close', () => {
    stop();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
