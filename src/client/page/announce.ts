let saying: ReturnType<typeof setTimeout> | undefined;

/** A moved live region announces only after this delay, ms. */
const settling = 100;

/** Returns the dialog for messages: the last modal, which makes the rest of the page inert, else the last open dialog. */
export function topDialog(): Element | undefined {
  const open = [...document.querySelectorAll('dialog[open]')];
  return open.findLast((dialog) => dialog.matches(':is(:modal)')) ?? open.at(-1);
}

/**
 * Announces a message in the page's live region (#live); repeating a message announces it again. A modal makes everything outside
 * it inert, so the region moves into the open one.
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

/** Returns the layout's translated message for a part that failed to load. */
export function loadFailedMessage(): string {
  return document.getElementById('live')?.dataset.lost ?? '';
}
