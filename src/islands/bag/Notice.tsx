import { type ReactNode, useEffect, useRef } from 'react';
import { loadFailedMessage } from '#client/page/announce.ts';
import { useAnnounced } from '../use-announced.ts';

interface Props {
  children: ReactNode;
  /** Said in the live region too (R126); without it the caller announces it. */
  message?: string;
  /** ms until it is over; without it the notice stays. */
  lasts?: number;
  onOver?: () => void;
}

/** A message in the bag. One that passes does so whatever the pointer rests on: the bag shows it again after the reload (CHK-07, R126). */
export function Notice({ children, message, lasts, onOver }: Props) {
  const over = useRef(onOver);
  over.current = onOver;
  useAnnounced(message ?? '');
  useEffect(() => {
    if (lasts === undefined) return;
    const timer = setTimeout(() => over.current?.(), lasts);
    return () => clearTimeout(timer);
  }, [lasts]);
  return <div className="bag-notice">{children}</div>;
}

/** Stands where a part of the bag would that could not be fetched. */
export function LoadFailed() {
  const message = loadFailedMessage();
  return <Notice message={message}>{message}</Notice>;
}
