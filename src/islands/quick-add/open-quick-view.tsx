import { putInBag } from '#client/adding/put-in-bag.ts';
import { $bag, rereadBag } from '#client/bag/store.ts';
import { pageShop } from '#client/page-shop.ts';
import { chosenCurrency } from '#client/stores/currency.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { showAdded } from '../adding/add-to-bag.ts';
import { showDialog } from '../show-dialog.tsx';
import { QuickView } from './QuickView.tsx';

let isOpen = false;

/** Opens a quick view, one at a time. @param link the card's link to the product */
export function openQuickView(link: HTMLAnchorElement): void {
  if (isOpen) return;
  const shop = pageShop();
  const words = wordsOf(shop, chosenCurrency);
  isOpen = true;
  showDialog((end) => (
    <QuickView
      href={link.href}
      title={link.textContent?.trim() ?? ''}
      words={words}
      onEnd={() => {
        isOpen = false;
        end();
      }}
      onAdded={async ({ products = [], addition }) => {
        await rereadBag();
        if (!addition || putInBag(addition, link, words)) showAdded(products, $bag.get(), shop.bag, words);
      }}
    />
  ));
}
