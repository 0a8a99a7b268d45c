import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { tellLater } from '#client/adding/tell-later.ts';
import { announce } from '#client/announce.ts';
import { onRestore } from '#client/on-restore.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { addToBag } from '../adding/add-to-bag.ts';
import { chosenRow } from './choice.ts';
import { lineOf } from './chosen-line.ts';
import type { Composite } from './composite.ts';
import { type Problem, problemOf } from './problem.ts';
import type { ProductData } from './product-data.ts';

const customisation = () => import('./customisation.ts');

/** The button that was pressed and waits. */
type Busy = 'add' | 'buy-now' | null;

/**
 * Adding to the bag, buying at once, ordering a pre-sale product.
 * @param told the product as the page says it
 * @param product it, as it is now
 */
export function useBuying(
  form: RefObject<HTMLFormElement | null>,
  { shop, told, product, words }: { shop: IslandShop; told: ProductData; product: ProductData; words: Words },
) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  /** The design of a customised product; null where there is none or it could not be fetched. */
  const design = useRef<Promise<Composite | null>>(Promise.resolve(null));
  const isCustomised = told.custom_options.length > 0;

  // What only some products need is fetched only for them.
  useEffect(() => {
    if (!isCustomised) return;
    const element = form.current!;
    const listening = new AbortController();
    const { signal } = listening;
    design.current = customisation().then((custom) => custom.prepareCustomisation(element, told, signal));
    const draw = () => void design.current.then((composite) => composite?.update());
    element.addEventListener('change', draw, { signal });
    return () => listening.abort();
  }, [form, told, isCustomised]);

  useEffect(() => onRestore(() => setBusy(null)), []);

  useEffect(() => {
    const field = problem?.field;
    field?.setAttribute('aria-describedby', 'buy-error');
    field?.focus();
    return () => field?.removeAttribute('aria-describedby');
  }, [problem]);

  const buy = async (pressed: HTMLElement, name: 'add' | 'buy-now') => {
    const element = form.current!;
    const found = problemOf(element, product, words);
    setProblem(found);
    if (found) announce(found.message);
    if (found || busy) return;
    const plain = lineOf(element, product, chosenRow(element, product));
    const isAdd = name === 'add' && !product.isPreSale;
    // Nothing to wait for: the bag changes in the same frame.
    if (isAdd && !isCustomised) {
      addToBag({ lines: [plain] }, pressed, shop.bag, words);
      return;
    }
    setBusy(name);
    try {
      const line = isCustomised
        ? await (await customisation()).customised(element, product, plain, await design.current)
        : plain;
      if (isAdd) addToBag({ lines: [line] }, pressed, shop.bag, words);
      else await (await import('./leave-with.ts'))[product.isPreSale ? 'orderPreSale' : 'buyAtOnce'](line);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The modal passes, the words under the buttons stay.
      setProblem({ message, field: null });
      tellLater(message, ({ tellFailed }) => tellFailed(message, words));
    } finally {
      setBusy(null);
    }
  };

  const onSubmit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const pressed =
      event.nativeEvent.submitter ?? event.currentTarget.querySelector<HTMLElement>('[type=submit]')!;
    void buy(pressed, pressed.matches('[name=buy-now]') ? 'buy-now' : 'add');
  };

  return { busy, message: problem?.message, onSubmit, onInput: () => setProblem(null) };
}
