/** What the menu does beyond its native levels: follows the mouse, closes beside it, keeps to the layout that is shown. */
import { debounce } from '#lib/forms/debounce.ts';

/** ms from entering until the popover opens (MENU-23). */
const openDelay = 100;
/** ms from leaving until it closes; coming back within them keeps it open (MENU-19, MENU-20). */
const closeDelay = 150;

interface HoverMenu<Item> {
  enter(item: Item): void;
  leave(): void;
  /** Forgets what was to happen: the menu was opened or closed in another way. */
  cancel(): void;
}

/** @param show opens this item's popover and closes the others'; with null all are closed */
export function hoverMenu<Item>(show: (item: Item | null) => void): HoverMenu<Item> {
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

/** Wider than this the header is laid out for a desktop, at and below it for a phone (HDR-36, R38). As frame.css has it. */
const wideLayout = '(width > 1040px)';

/** Resizing is over after so many ms without a change (HDR-37). */
export const resizeDelay = 500;

/** @param header the header with its menu, dropdowns and search panel */
export function mountMenu(header: HTMLElement): void {
  const wide = matchMedia(wideLayout);
  const menu = header.querySelector<HTMLElement>('#menu');
  const dropdowns = [...header.querySelectorAll<HTMLDetailsElement>('[name=header]')];
  const close = (except?: Element | null) => {
    for (const dropdown of dropdowns) if (dropdown !== except) dropdown.open = false;
  };

  let byMouse: HTMLDetailsElement | null = null;
  const hover = hoverMenu<HTMLDetailsElement>((dropdown) => {
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
    // The mouse may rest there since before we came.
    if (wide.matches && place.matches(':hover') && matchMedia('(hover: hover)').matches)
      hover.enter(dropdown);
    dropdown.firstElementChild?.addEventListener('click', (event) => {
      hover.cancel();
      // The click of a mouse that has just opened it by coming here means the same as coming here.
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
  /** Columns, and the levels of a phone that take each other's place, show their third level at once; else levels start closed. */
  const startsOpen = ({ name }: HTMLDetailsElement) =>
    !name && header.classList.contains(wide.matches ? 'header-columns' : 'menu-drills');
  const settle = () => {
    for (const level of levels) level.open = startsOpen(level);
  };
  // Before it closes: the focus is to go back to what opened it, which is out of reach until then.
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
  // Levels and menu open without us: what was opened before we came stays open.
  for (const level of levels) level.open ||= startsOpen(level);
  if (menu?.matches(':popover-open')) behind(menu, true);
}

/** Takes everything but the full-screen menu, and the search that opens over it, out of reach while it is open, and gives it back. */
function behind(menu: HTMLElement, isOpen: boolean): void {
  for (let inner: Element = menu; inner !== document.body; inner = inner.parentElement!) {
    for (const other of inner.parentElement!.children as Iterable<HTMLElement>) {
      if (other !== inner && !other.popover && other.id !== 'live') other.inert = isOpen;
    }
  }
}
