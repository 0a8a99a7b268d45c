/** When a menu that follows the mouse opens and closes (R37). Knows time only: what opens is told by `show`. */

/** ms from entering until the popover opens (MENU-23). */
export const openDelay = 100;
/** ms from leaving until it closes; coming back within them keeps it open (MENU-19, MENU-20). */
export const closeDelay = 150;

export interface HoverMenu<Item> {
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
