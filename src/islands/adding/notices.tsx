/**
 * Messages about adding to the bag, displayed outside the bag: a toast and an error modal (R126). This module and its stylesheet
 * load with the first message. Screen reader announcements do not need this module (client/page/announce.ts).
 */
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { shake } from '#client/adding/shake.ts';
import { $isSaved } from '#client/bag/store.ts';
import { localPath } from '#client/language/local-path.ts';
import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { announce, topDialog } from '#client/page/announce.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { showDialog } from '../show-dialog.tsx';
import sheet from './feedback.css?url';

type Text = Pick<ShopTexts, 'text'>;

/** Default duration of a toast, in ms (ADD-13). */
const usualTime = 2000;
/** Time until the error modal closes automatically, in ms (ADD-11). */
export const errorModalDuration = 2000;
/** Duration of the fade-out, in ms (ADD-14). */
const fade = 200;

export interface ToastOptions {
  type?: keyof typeof shapes;
  /** Duration in ms. */
  lasts?: number;
  /** Link displayed after the message. */
  link?: { href: string; text: string } | undefined;
}

interface ToastMessage extends ToastOptions {
  id: number;
  message: string;
  /** Parent element: the topmost open modal, if any, because a toast outside an open modal is neither visible nor reachable. */
  place: Element;
}

const styled = loadStylesheet(sheet);

/** The current toast; a new toast replaces it. */
const $toast = atom<ToastMessage | null>(null);
let lastId = 0;
let isMounted = false;

/** Shows a toast and announces it (ADD-12 to ADD-17). */
export function showMessage(message: string, options: ToastOptions = {}): void {
  announce(message);
  void styled.then(() => showToast(message, options));
}

/** Shows a toast that products were added to the bag (ADD-08). @param lasts duration in ms, from the shop's settings (R10) */
export function showAddedMessage({ text }: Text, lasts: number): void {
  // The bag page reads the stored bag, so link to it only if the bag is stored.
  const link = $isSaved.get() ? { href: localPath('/cart'), text: text('viewBag') } : undefined;
  showMessage(text('addedToCart'), { lasts, link });
}

/** Shakes the pressed control and shows a toast that the bag is full (ADD-18 to ADD-20). */
export function showBagFullMessage(pressed: HTMLElement, { text }: Text): void {
  void styled.then(() => shake(pressed));
  showMessage(text('purchaseMaxItemsMsg'), { type: 'error' });
}

/** Shows an error modal after adding to the bag has failed (ADD-09). @param lasts duration in ms, default `errorModalDuration` */
export function showAddFailure(message: string, { text }: Text, lasts?: number): void {
  void styled.then(() => {
    openErrorModal(message, text('close'), lasts);
    // Announce only after the modal has opened, because an open modal makes the live region outside of it inert.
    announce(message);
  });
}

/** Shows a toast, replacing the current one. */
export function showToast(message: string, options: ToastOptions = {}): void {
  flushSync(() => $toast.set({ ...options, id: ++lastId, message, place: toastPlace() }));
  if (!isMounted) showDialog(() => <Toasts />);
}

/** Moves the toast into the modal that has just opened. */
export function moveToastIntoModal(): void {
  const toast = $toast.get();
  if (toast) $toast.set({ ...toast, place: toastPlace() });
}

function toastPlace(): Element {
  return topDialog() ?? document.getElementById('main') ?? document.body;
}

/**
 * Opens the error modal. Focus moves to the modal's close button, and returns when the modal closes. A modal that was opened by
 * keyboard stays open until the shopper closes it, because its button has visible focus (R126).
 * @param close label of the close button
 */
export function openErrorModal(message: string, close: string, lasts = errorModalDuration): void {
  closeLastError();
  showDialog((end) => <AddError {...{ message, close, lasts, onClose: end }} />);
}

let closeLastError = () => {};

function Toasts() {
  const toast = useStore($toast, { ssr: () => null });
  useEffect(() => {
    isMounted = true;
    return () => {
      isMounted = false;
    };
  }, []);
  return toast && createPortal(<Toast key={toast.id} {...toast} />, toast.place);
}

function Toast({ message, type = 'success', lasts = usualTime, link }: ToastMessage) {
  const toast = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOver) {
      const timer = setTimeout(() => flushSync(() => $toast.set(null)), fade);
      return () => clearTimeout(timer);
    }
    toast.current!.showPopover?.();
    return passAfter(toast.current!, lasts, () => flushSync(() => setOver(true)));
  }, [isOver, lasts]);
  return (
    <div ref={toast} className={`toast toast-${type}${isOver ? ' toast-over' : ''}`} popover="manual">
      <MessageIcon type={type} />
      <span>{message}</span>
      {link && <a href={link.href}>{link.text}</a>}
    </div>
  );
}

interface AddErrorProps {
  message: string;
  close: string;
  lasts: number;
  onClose: () => void;
}

function AddError({ message, close, lasts, onClose }: AddErrorProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const hide = () => dialog.current?.close();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    closeLastError = hide;
    // Start the timer before the dialog opens, because the focus that showModal() moves to the button must pause the timer.
    const stop = passAfter(content.current!, lasts, hide);
    dialog.current!.showModal();
    return stop;
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element already closes on Escape
    <dialog
      ref={dialog}
      className="add-error"
      aria-labelledby="add-error-text"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && hide()}
    >
      {/* The area outside this element is the backdrop: hovering over it does not pause the timer, and clicking it closes the modal. */}
      <div ref={content}>
        <MessageIcon type="error" />
        <p id="add-error-text">{message}</p>
        <button type="button" className="button button-plain" onClick={hide}>
          {close}
        </button>
      </div>
    </dialog>
  );
}

const shapes = {
  success: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.8',
  error: 'M12 4 2.8 20h18.4L12 4M12 10v4.5M12 17.2v.3',
} as const;

function MessageIcon({ type }: { type: keyof typeof shapes }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[type]} />
    </svg>
  );
}

/** Events that pause the timer of a message, mapped to the events that resume it. */
const stays = { pointerenter: 'pointerleave', focusin: 'focusout' } as const;

/**
 * Calls `over` once `lasts` ms have passed without hover or visible focus on the message. Hover or visible focus stops the timer;
 * afterwards it starts again with the full time (R126). Focus set by a pointer click does not count.
 * @returns a function that stops the timer
 */
function passAfter(message: HTMLElement, lasts: number, over: () => void): () => void {
  const pauseReasons = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const wait = () => {
    stop();
    timer = setTimeout(over, lasts);
  };
  for (const [begin, end] of Object.entries(stays)) {
    message.addEventListener(begin, ({ target }) => {
      if (begin === 'focusin' && !(target as Element).matches(':focus-visible')) return;
      pauseReasons.add(begin);
      stop();
    });
    message.addEventListener(end, () => {
      pauseReasons.delete(begin);
      if (pauseReasons.size === 0) wait();
    });
  }
  wait();
  return stop;
}
