import { type ReactNode, useEffect, useRef } from 'react';
import { loadFailedMessage } from '#client/page/announce.ts';
import { useAnnouncement } from '../use-announcement.ts';

interface Props {
  children: ReactNode;
  /** Announced in the live region (R126); without it the caller announces the message. */
  message?: string;
  /** Ms until `onOver` is called; without it the notice stays. */
  lasts?: number;
  onOver?: () => void;
}

/** Renders a message in the bag. A timed one ends even while hovered: the reloaded bag shows it again (CHK-07, R126). */
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

/** Replaces a part of the bag that could not be loaded. */
export function LoadFailed() {
  const message = loadFailedMessage();
  return <Notice message={message}>{message}</Notice>;
}
