import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { $bag } from '#client/bag/store.ts';
import { announce } from '#client/page/announce.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import { clampQuantity } from '#lib/bag/line.ts';
import type { IslandShopProps, ShopTexts } from '#lib/bag/shop-texts.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { fetchSaving, type SavingDetails, SavingText } from './SavingText.tsx';

/** Debounce delay in ms: the saving is fetched after this time without further changes. */
const wait = 250;

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: number;
  /** Savings message with the placeholder `{amount}`. */
  saves: string;
  shop: IslandShopProps;
  texts: ShopTexts;
  /** Displayed until the server has returned the saving for the shopper's bag. */
  children: ReactNode;
}

/** Renders the amount that adding the product saves, in addition to the bag's current discounts (PDP-15). */
export function PromotionSavings({ form, product, saves, shop, texts, children }: Props) {
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
      // Ignore outdated responses. If a request fails, keep the server-rendered message only if the bag is empty, as that message assumes.
      if (turn === requestNo && (saving || groups.length > 0)) setAnswer({ saving, isChosen });
    };
    const later = debounce((isChosen: boolean) => void refresh(isChosen), wait);
    const chosen = () => later(true);
    element.addEventListener('input', chosen);
    // A new saving is not announced after an addition to the bag, because the addition is announced.
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
