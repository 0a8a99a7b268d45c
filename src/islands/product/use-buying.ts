import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { notify } from '#client/adding/notify.ts';
import { announce } from '#client/announce.ts';
import { onRestore } from '#client/on-restore.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { addToBag } from '../adding/add-to-bag.ts';
import { chosenRow, submitOf } from './choice.ts';
import { lineOf } from './chosen-line.ts';
import { type Problem, problemOf } from './problem.ts';
import type { ProductData } from './product-data.ts';

/** The button that was pressed and waits. */
type Busy = 'add' | 'buy-now' | null;

interface Buying {
  shop: IslandShop;
  /** As it is now. */
  product: ProductData;
  words: Words;
  /** Makes the line of a product that is customised; null for any other. @throws Error with words for the shopper */
  customise: ((line: NewLine) => Promise<NewLine>) | null;
}

/** Adding to the bag, buying at once, ordering a pre-sale product. */
export function useBuying(
  form: RefObject<HTMLFormElement | null>,
  { shop, product, words, customise }: Buying,
) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  // Clicks that waited for the island come all at once, before any state is shown.
  const isBusy = useRef(false);
  const wait = (name: Busy) => {
    isBusy.current = name !== null;
    setBusy(name);
  };

  useEffect(
    () =>
      onRestore(() => {
        isBusy.current = false;
        setBusy(null);
      }),
    [],
  );

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
    if (found || isBusy.current) return;
    const plain = lineOf(element, product, chosenRow(element, product));
    const isAdd = name === 'add' && !product.isPreSale;
    // Nothing to wait for: the bag changes in the same frame.
    if (isAdd && !customise) {
      addToBag({ lines: [plain] }, pressed, shop.bag, words);
      return;
    }
    wait(name);
    try {
      const line = customise ? await customise(plain) : plain;
      if (isAdd) addToBag({ lines: [line] }, pressed, shop.bag, words);
      else await (await import('./leave-with.ts'))[product.isPreSale ? 'orderPreSale' : 'buyAtOnce'](line);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The modal passes, the words under the buttons stay.
      setProblem({ message, field: undefined });
      notify(message, ({ showFailure }) => showFailure(message, words));
    } finally {
      wait(null);
    }
  };

  const onSubmit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const pressed = event.nativeEvent.submitter ?? submitOf(event.currentTarget)!;
    void buy(pressed, pressed.matches('[name=buy-now]') ? 'buy-now' : 'add');
  };

  return { busy, message: problem?.message, onSubmit, onInput: () => setProblem(null) };
}
