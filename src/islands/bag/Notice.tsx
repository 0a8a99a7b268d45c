import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lostMessage } from '#client/announce.ts';
import { useAnnounced } from '../use-announced.ts';

interface Props {
  children: ReactNode;
  /** Said in the live region too (R126); without it the caller announces it. */
  message?: string;
  /** ms until it is over; without it the notice stays. */
  lasts?: number;
  onOver?: () => void;
}

/** A message in the bag. One that passes waits while it is hovered or focused (R126). */
export function Notice({ children, message, lasts, onOver }: Props) {
  const [isHeld, setHeld] = useState(false);
  const over = useRef(onOver);
  over.current = onOver;
  useAnnounced(message ?? '');
  useEffect(() => {
    if (lasts === undefined || isHeld) return;
    const timer = setTimeout(() => over.current?.(), lasts);
    return () => clearTimeout(timer);
  }, [lasts, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the message
    <div
      className="bag-notice"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {children}
    </div>
  );
}

/** Stands where a part of the bag would that could not be fetched. */
export function LostPart() {
  const message = lostMessage();
  return <Notice message={message}>{message}</Notice>;
}
