import { type ReactNode, useEffect, useRef } from 'react';
import { loadFailedMessage } from '#client/page/announce.ts';
import { useAnnouncement } from '../use-announcement.ts';

interface Props {
  children: ReactNode;
  /** Message for the live region (R126); if omitted, the caller announces it. */
  message?: string;
  /** Time in ms until `onOver` is called; if omitted, the notice stays. */
  lasts?: number;
  onOver?: () => void;
}

/**
 * Renders a notice in the bag. Hovering does not pause the timer of a notice. Nothing is lost, because the page reloads when the timer ends, and the bag then shows the message again (CHK-07, R126).
 */
export function Notice({ children, message, lasts, onOver }: Props) {
  const over = useRef(onOver);
  over.current = onOver;
  useAnnouncement(message ?? '');
  useEffect(() => {
    if (lasts === undefined) return;
    const timer = setTimeout(() => over.current?.(), lasts);
    return () => clearTimeout(timer);
  }, [lasts]);
  return <div className="bag-notice">{children}</div>;
}

/** Renders an error message in place of a part of the bag that could not be loaded. */
export function LoadFailed() {
  const message = loadFailedMessage();
  return <Notice message={message}>{message}</Notice>;
}
