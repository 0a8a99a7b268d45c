let saying: ReturnType<typeof setTimeout> | undefined;

/** Delay before a message is written to a live region that has just moved, ms: screen readers would miss a message written earlier. */
const settling = 100;

/**
 * Returns the dialog in which messages must appear: the last open modal, which makes the rest of the page inert, else the last open
 * dialog.
 */
export function topDialog(): Element | undefined {
  const open = [...document.querySelectorAll('dialog[open]')];
  return open.findLast((dialog) => dialog.matches(':is(:modal)')) ?? open.at(-1);
}

/**
 * Announces a message in the page's live region (#live); repeating a message announces it again. A modal makes everything outside
 * it inert, so the live region is moved into an open modal.
 */
export function announce(message: string): void {
  const region = document.getElementById('live');
  if (!region) return;
  clearTimeout(saying);
  const updateRegion = () => {
    region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  };
  const modal = topDialog();
  if (modal ? modal.contains(region) : !region.closest('dialog')) {
    updateRegion();
    return;
  }
  (modal ?? document.body).append(region);
  modal?.addEventListener('close', () => modal.contains(region) && document.body.append(region), {
    once: true,
  });
  saying = setTimeout(updateRegion, settling);
}

/** Returns the translated message for a part of the page that failed to load. */
export function loadFailedMessage(): string {
  return document.getElementById('live')?.dataset.lost ?? '';
}
