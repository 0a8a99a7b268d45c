import { useLayoutEffect, useRef, useState } from 'react';
import { type CardFrame, cardAddress, openCardFrame } from './card-frame.ts';

/** Height of the form before the frame says its own, so that nothing moves. */
const firstHeight = 188;

interface CardFieldsProps {
  /** `frame_url` of the method in GET /pay/config; another one is another form (`key`). */
  address: string;
  /** Name of the frame for screen readers. */
  title: string;
  /** What the shopper is told when the provider does not answer. */
  silent: string;
  /** The form that can be asked, null once it is gone. */
  onCard(frame: CardFrame | null): void;
  onSubmit(): void;
  onUnavailable(): void;
}

/** The provider's card form. In the browser only: the frame must be heard from its first word on, and told whose page it is in. */
export function CardFields({ address, title, ...rest }: CardFieldsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(rest);
  latest.current = rest;
  const [height, setHeight] = useState(firstHeight);
  const [isReady, setIsReady] = useState(false);
  useLayoutEffect(() => {
    const card = openCardFrame(frame.current!, {
      silent: latest.current.silent,
      onHeight: setHeight,
      onReady: () => setIsReady(true),
      onSubmit: () => latest.current.onSubmit(),
      onUnavailable: () => latest.current.onUnavailable(),
    });
    latest.current.onCard(card);
    return () => {
      card.destroy();
      latest.current.onCard(null);
    };
  }, []);
  return (
    <div className="card-host" aria-busy={isReady ? undefined : true}>
      <iframe ref={frame} src={cardAddress(address)} title={title} allow="payment" height={height} />
    </div>
  );
}
