/**
 * Messages about an add, shown outside the bag: a toast and an error modal (R126). Loaded with their stylesheet for the first
 * message. The live region announces each message and needs none of this (client/page/announce.ts).
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
  /** In ms. */
  lasts?: number;
  /** Shown after the message. */
  link?: { href: string; text: string } | undefined;
}

interface ToastMessage extends ToastOptions {
  id: number;
  message: string;
  /** The topmost open modal, if any: a message outside it would be neither visible nor reachable. */
  place: Element;
}

const styled = loadStylesheet(sheet);

/** The current message; a new one replaces it. */
const $toast = atom<ToastMessage | null>(null);
let lastId = 0;
let isMounted = false;

/** Shows a toast and announces it (ADD-12 to ADD-17). */
export function showMessage(message: string, options: ToastOptions = {}): void {
  announce(message);
  void styled.then(() => showToast(message, options));
}

/** Shows that products were added to the bag (ADD-08). @param lasts ms, from the shop's settings (R10) */
export function showAddedMessage({ text }: Text, lasts: number): void {
  // The bag page reads the stored bag, so an unsaved bag gets no link to it.
  const link = $isSaved.get() ? { href: localPath('/cart'), text: text('viewBag') } : undefined;
  showMessage(text('addedToCart'), { lasts, link });
}

/** Shakes the pressed control and shows a toast because the bag is full (ADD-18 to ADD-20). */
export function showBagFullMessage(pressed: HTMLElement, { text }: Text): void {
  void styled.then(() => shake(pressed));
  showMessage(text('purchaseMaxItemsMsg'), { type: 'error' });
}

/** Shows that an add failed (ADD-09). @param lasts ms; defaults to `errorModalDuration` */
export function showAddFailure(message: string, { text }: Text, lasts?: number): void {
  void styled.then(() => {
    openErrorModal(message, text('close'), lasts);
    // Only after the modal is open: an open modal makes the live region outside it inert.
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
 * Opens the error modal. Focus moves to its button, and back when it closes. Opened by keyboard, the modal stays until the
 * shopper closes it, because its button has visible focus (R126).
 * @param close label of its button
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
    // Before the dialog opens: the focus that showModal() moves to the button must pause the timer.
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
      {/* The area outside is the backdrop: a pointer there does not keep the message open, and a click there closes it. */}
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

/** Hover and focus events that pause and resume the timer of a message. */
const stays = { pointerenter: 'pointerleave', focusin: 'focusout' } as const;

/**
 * Calls `over` after the message has been left alone for `lasts` ms. Hovering or visible focus pauses it; afterwards the full
 * time starts again (R126). Focus set by a pointer click does not count.
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
