/** An announcement bar that is copied from or closed (ANN rows, R08); fetched when it is. */
import { takeAway } from '#client/take-away.ts';
import { rememberClosed } from './remembered.ts';

/** ms for which it is said that a code was copied (R10). */
const copiedTime = 1200;

/** What a click on a bar is for: closing it, or copying its code. */
export function actOnBar(target: Element): void {
  const bar = target.closest<HTMLElement>('[data-bar]');
  if (bar && target.closest('[data-close]')) {
    rememberClosed(bar.dataset.bar ?? '');
    takeAway(bar);
  }
  const copy = target.closest<HTMLElement>('[data-copy]');
  if (copy) void copyFrom(copy);
}

async function copyFrom(button: HTMLElement): Promise<void> {
  const { copied = '' } = button.dataset;
  const code = button.querySelector('code')!;
  const said = button.querySelector('span')!;
  const before = said.textContent;
  // Pressed again while it still says so.
  if (before === copied) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // It may not be copied for the shopper: it is marked, to be copied by hand.
    getSelection()?.selectAllChildren(code);
    return;
  }
  said.textContent = copied;
  import('#client/announce.ts').then(
    ({ announce }) => announce(copied),
    () => {},
  );
  setTimeout(() => {
    said.textContent = before;
  }, copiedTime);
}
