/** Keeps focus in the bag's list when the focused control disappears because its line moved to another group or was deleted. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Focused {
  control: HTMLElement;
  label: string | null;
  /** Id of the line that contains the control, '' if there is none. */
  line: string;
  /** Index of the line in the list. */
  at: number;
}

/**
 * Restores focus in a list of bag lines.
 * @param list element whose lines have the attribute `data-line` and contain a control with `data-delete`
 */
export function useRestoreFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<Focused>(null);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const remember = ({ target }: FocusEvent) => {
      const control = target as HTMLElement;
      const lines = linesOf(element);
      const line = control.closest<HTMLElement>('[data-line]');
      last.current = {
        control,
        label: control.getAttribute('aria-label'),
        line: line?.dataset.line ?? '',
        at: line ? lines.indexOf(line) : 0,
      };
    };
    // `relatedTarget` is set if focus moved to another element, and null if the control was removed.
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) last.current = null;
    };
    element.addEventListener('focusin', remember);
    element.addEventListener('focusout', forget);
    return () => {
      element.removeEventListener('focusin', remember);
      element.removeEventListener('focusout', forget);
      // The list disappears with its last line, so focus the heading.
      if (last.current) headOf(element)?.focus({ preventScroll: true });
    };
  }, [list]);

  useLayoutEffect(() => {
    const focused = last.current;
    if (!focused || focused.control.isConnected || !list.current) return;
    heirOf(focused, list.current)?.focus({ preventScroll: true });
  });
}

function heirOf({ label, line, at }: Focused, list: HTMLElement): HTMLElement | null {
  const lines = linesOf(list);
  const same = lines.find((entry) => entry.dataset.line === line);
  const twin = [...(same ?? list).querySelectorAll<HTMLElement>('[aria-label]')].find(
    (control) => control.getAttribute('aria-label') === label,
  );
  const next = lines[Math.min(at, lines.length - 1)];
  return (
    twin ??
    next?.querySelector<HTMLElement>('[data-delete]') ??
    list.querySelector<HTMLElement>('[data-delete]')
  );
}

function linesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-line]')];
}

function headOf(list: HTMLElement): HTMLElement | null {
  return list.closest('dialog')?.querySelector<HTMLElement>('h2') ?? document.getElementById('main');
}
