/**
 * Adds menu behaviour that native details and popovers lack: opening on hover, closing on outside interaction, resetting on layout
 * changes.
 */
import { debounce } from '#lib/forms/debounce.ts';

/** Delay between hovering a menu entry and opening its dropdown, ms (MENU-23). */
const openDelay = 100;
/** Delay between leaving a dropdown and closing it, ms; returning sooner keeps it open (MENU-19, MENU-20). */
const closeDelay = 150;

interface HoverMenu<Item> {
  enter(item: Item): void;
  leave(): void;
  /** Cancels the scheduled opening or closing, because a click has changed the dropdown. */
  cancel(): void;
}

/** Opens and closes dropdowns on hover. @param show opens the item's dropdown and closes the others; null closes all */
export function createHoverMenu<Item>(show: (item: Item | null) => void): HoverMenu<Item> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (item: Item | null, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(show, delay, item);
  };
  return {
    enter: (item) => later(item, openDelay),
    leave: () => later(null, closeDelay),
    cancel: () => clearTimeout(timer),
  };
}

/** The header uses its desktop layout above this width, the phone layout up to it (HDR-36, R38). Must match header.css and menu.css. */
const wideLayout = '(width > 1040px)';

/** Debounce of window resizes, ms (HDR-37). */
export const resizeDelay = 500;

/** Adds the menu's behaviour. @param header contains the menu, dropdowns and search panel */
export function mountMenu(header: HTMLElement): void {
  const wide = matchMedia(wideLayout);
  const menu = header.querySelector<HTMLElement>('#menu');
  const dropdowns = [...header.querySelectorAll<HTMLDetailsElement>('[name=header]')];
  const close = (except?: Element | null) => {
    for (const dropdown of dropdowns) if (dropdown !== except) dropdown.open = false;
  };

  let byMouse: HTMLDetailsElement | null = null;
  const hover = createHoverMenu<HTMLDetailsElement>((dropdown) => {
    close(dropdown);
    byMouse = dropdown;
    if (dropdown) dropdown.open = true;
  });
  for (const dropdown of dropdowns) {
    const place = dropdown.parentElement ?? dropdown;
    const isMouse = (event: PointerEvent) => event.pointerType === 'mouse' && wide.matches;
    place.addEventListener('pointerenter', (event) => {
      if (isMouse(event)) hover.enter(dropdown);
    });
    place.addEventListener('pointerleave', (event) => {
      if (isMouse(event)) hover.leave();
    });
    // The pointer may already be over the menu entry when the script loads.
    if (wide.matches && place.matches(':hover') && matchMedia('(hover: hover)').matches)
      hover.enter(dropdown);
    dropdown.firstElementChild?.addEventListener('click', (event) => {
      hover.cancel();
      // A click right after hover opened the dropdown must not close it.
      if (byMouse === dropdown && dropdown.open) event.preventDefault();
      byMouse = null;
    });
  }

  const isBeside = (node: EventTarget | null) =>
    !dropdowns.some((dropdown) => dropdown.contains(node as Node));
  addEventListener('pointerdown', ({ target }) => {
    if (wide.matches && isBeside(target)) close();
  });
  header.addEventListener('focusout', ({ relatedTarget }) => {
    if (wide.matches && relatedTarget && isBeside(relatedTarget)) close();
  });
  header.addEventListener('keydown', ({ key }) => {
    const open = dropdowns.find((dropdown) => dropdown.open);
    if (key !== 'Escape' || !open || !wide.matches) return;
    const isInside = open.contains(document.activeElement);
    close();
    if (isInside) open.querySelector('summary')?.focus();
  });

  const levels = header.querySelectorAll<HTMLDetailsElement>('#menu details');
  /** Returns whether a submenu starts open: third-level ones do, in the desktop's column layout and in the phone's drill-down menu. */
  const startsOpen = ({ name }: HTMLDetailsElement) =>
    !name && header.classList.contains(wide.matches ? 'header-columns' : 'menu-drills');
  const settle = () => {
    for (const level of levels) level.open = startsOpen(level);
  };
  // Listen to `beforetoggle`: on closing, focus returns to the menu button, which must not be inert by then.
  menu?.addEventListener('beforetoggle', ({ newState }) => {
    behind(menu, newState === 'open');
    if (newState === 'closed') settle();
  });
  let wasWide = wide.matches;
  addEventListener(
    'resize',
    debounce(() => {
      if (wasWide === wide.matches) return;
      wasWide = wide.matches;
      for (const panel of header.querySelectorAll<HTMLElement>(':popover-open')) panel.hidePopover();
      close();
      settle();
    }, resizeDelay),
  );
  // The shopper may have opened the menu and submenus before this script ran; those submenus stay open.
  for (const level of levels) level.open ||= startsOpen(level);
  if (menu?.matches(':popover-open')) behind(menu, true);
}

/** Makes everything inert except the full-screen menu and the search panel above it, while the menu is open. */
function behind(menu: HTMLElement, isOpen: boolean): void {
  for (let inner: Element = menu; inner !== document.body; inner = inner.parentElement!) {
    for (const other of inner.parentElement!.children as Iterable<HTMLElement>) {
      if (other !== inner && !other.popover && other.id !== 'live') other.inert = isOpen;
    }
  }
}
