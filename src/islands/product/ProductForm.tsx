import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { IslandShop } from '#lib/bag/shop-words.ts';
import { mountBuyForm } from './buy-form.ts';

interface Props {
  shop: IslandShop;
  /** The form as the server wrote it: its controls stay, with all that was typed and chosen before this woke up. */
  children?: ReactNode;
}

/** Wakes the product form. */
export default function ProductForm({ shop, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = root.current?.querySelector('form');
    return form ? mountBuyForm(form, shop) : undefined;
  }, [shop]);
  return <div ref={root}>{children}</div>;
}
