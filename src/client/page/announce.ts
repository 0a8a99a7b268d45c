let saying: ReturnType<typeof setTimeout> | undefined;

/** A region that has just been put somewhere is heard from after so many ms. */
const settling = 100;

/** Where a message has to stand to be noticed: in the last modal, which makes all else silent, or the last open dialog. */
export function topDialog(): Element | undefined {
  const open = [...document.querySelectorAll('dialog[open]')];
  return open.findLast((dialog) => dialog.matches(':is(:modal)')) ?? open.at(-1);
}

/**
 * Says something in the page's one live region (#live); the same words twice are said twice. A modal makes everything beside
 * it silent, so the region stands inside the one that is open.
 */
export function announce(message: string): void {
  const region = document.getElementById('live');
  if (!region) return;
  clearTimeout(saying);
  const say = () => {
    region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  };
  const modal = topDialog();
  if (modal ? modal.contains(region) : !region.closest('dialog')) {
    say();
    return;
  }
  (modal ?? document.body).append(region);
  modal?.addEventListener('close', () => modal.contains(region) && document.body.append(region), {
    once: true,
  });
  saying = setTimeout(say, settling);
}

/** What the layout has to say, in the page's language, where a part of the page cannot be fetched. */
export function loadFailedMessage(): string {
  return document.getElementById('live')?.dataset.lost ?? '';
}
