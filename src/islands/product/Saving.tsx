import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { $bag } from '#client/bag/store.ts';
import { announce } from '#client/page/announce.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import { clampQuantity } from '#lib/bag/line.ts';
import type { IslandShopProps, ShopTexts } from '#lib/bag/shop-texts.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { fetchSaving, type SavingDetails, SavingText } from './SavingText.tsx';

/** Ms without a further change, after which the saving is fetched. */
const wait = 250;

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: number;
  /** Message with `{amount}`. */
  saves: string;
  shop: IslandShopProps;
  texts: ShopTexts;
  /** Shown until the shop has answered for the shopper's bag. */
  children: ReactNode;
}

/** Renders what adding this saves, beyond the bag's current discounts (PDP-15). */
export function Saving({ form, product, saves, shop, texts, children }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [answer, setAnswer] = useState<{ saving: SavingDetails | null; isChosen: boolean } | null>(null);

  useEffect(() => {
    const element = form.current!;
    let requestNo = 0;
    const refresh = async (isChosen: boolean) => {
      requestNo += 1;
      const turn = requestNo;
      const typed = clampQuantity(Number(new FormData(element).get('quantity')));
      const item = { product_id: product, variant_id: Number(element.dataset.variant), quantity: typed };
      const groups = toCheckoutGroups($bag.get());
      const saving = await fetchSaving(api, item, groups);
      // Ignores outdated answers. If a request fails, the message for an empty bag stays only if the bag is empty.
      if (turn === requestNo && (saving || groups.length > 0)) setAnswer({ saving, isChosen });
    };
    const later = debounce((isChosen: boolean) => void refresh(isChosen), wait);
    const chosen = () => later(true);
    element.addEventListener('input', chosen);
    // Not announced after an add: the add itself is.
    const stop = $bag.listen(() => later(false));
    void refresh(false);
    return () => {
      requestNo = -1;
      later.cancel();
      element.removeEventListener('input', chosen);
      stop();
    };
  }, [form, product]);

  useEffect(() => {
    if (answer?.isChosen) announce(place.current!.textContent);
  }, [answer]);

  return (
    <span ref={place}>
      {answer ? answer.saving && <SavingText saving={answer.saving} {...{ saves, shop, texts }} /> : children}
    </span>
  );
}
