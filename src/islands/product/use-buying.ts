import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { notify } from '#client/adding/notify.ts';
import { announce } from '#client/announce.ts';
import { onRestore } from '#client/on-restore.ts';
import { inPageLanguage } from '#client/stores/texts.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { addToBag } from '../adding/add-to-bag.ts';
import { chosenRow, chosenValues, lineOf, submitOf } from './choice.ts';
import { chosenOptions, fieldName } from './custom-options.ts';
import { customisedLine } from './customised-line.ts';
import type { ProductData } from './product-data.ts';

/** The button that was pressed and waits. */
type Busy = 'add' | 'buy-now' | null;

interface Problem {
  message: string;
  /** Gets the focus. */
  field?: HTMLElement | undefined;
}

interface Buying {
  shop: IslandShop;
  /** As it is now. */
  product: ProductData;
  words: Words;
}

/** Adding to the bag, buying at once, ordering a pre-sale product. */
export function useBuying(form: RefObject<HTMLFormElement | null>, { shop, product, words }: Buying) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  // Clicks that waited for the island come all at once, before any state is shown.
  const isBusy = useRef(false);
  const [wait] = useState(() => (name: Busy) => {
    isBusy.current = name !== null;
    setBusy(name);
  });
  useEffect(() => onRestore(() => wait(null)), [wait]);

  useEffect(() => {
    const field = problem?.field;
    field?.setAttribute('aria-describedby', 'buy-error');
    field?.focus();
    return () => field?.removeAttribute('aria-describedby');
  }, [problem]);

  const buy = async (pressed: HTMLElement, name: 'add' | 'buy-now') => {
    const element = form.current!;
    if (problemOf(element, product, words)) {
      inPageLanguage(() => {
        const found = problemOf(element, product, words);
        setProblem(found);
        if (found) announce(found.message);
      });
      return;
    }
    setProblem(null);
    if (isBusy.current) return;
    let line = lineOf(element, product, chosenRow(element, product));
    const isCustomised = product.custom_options.length > 0;
    const isAdd = name === 'add' && !product.isPreSale;
    const add = () => addToBag({ lines: [line] }, pressed, shop.bag, words);
    // Nothing to wait for: the bag changes in the same frame.
    if (isAdd && !isCustomised) {
      add();
      return;
    }
    wait(name);
    try {
      if (isCustomised) line = await customisedLine(element, product, line);
      if (isAdd) add();
      else await (await import('./leave-with.ts'))[product.isPreSale ? 'orderPreSale' : 'buyAtOnce'](line);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The modal passes, the words under the buttons stay.
      setProblem({ message });
      notify(message, ({ showFailure }) => showFailure(message, words));
    } finally {
      wait(null);
    }
  };

  const onSubmit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const pressed = event.nativeEvent.submitter ?? submitOf(event.currentTarget);
    // Sold out, the form has no button: Enter in one of its fields sends nothing.
    if (!pressed) return;
    void buy(pressed, pressed.matches('[name=buy-now]') ? 'buy-now' : 'add');
  };

  return { busy, message: problem?.message, onSubmit, onInput: () => setProblem(null) };
}

/** What still stands in the way of buying. */
function problemOf(form: HTMLFormElement, product: ProductData, words: Words): Problem | null {
  const field = (name: string) =>
    ([...form.elements] as HTMLInputElement[]).find((each) => each.name === name && !each.disabled);
  const missing = chosenValues(form, product).findIndex((value) => value < 0);
  if (missing >= 0) {
    const options = product.options[missing]?.name ?? '';
    return { message: words.text('selectOptions', { options }), field: field(`option-${missing}`) };
  }
  const row = chosenRow(form, product);
  if (row === -1) return { message: words.text('tailorUpdated') };
  const quantity = field('quantity');
  const left = product.left?.get(product.variants.sku_id[row] ?? 0) ?? Number.POSITIVE_INFINITY;
  if (quantity && left > 0 && quantity.valueAsNumber > left)
    return { message: words.text('fewLeft', { count: left }), field: quantity };
  const blank = chosenOptions(form, product).find(
    ({ option, values }) => option.required && values.length === 0,
  )?.option;
  return (
    (blank && {
      message: words.text('requiredMsg', { name: blank.label }),
      field: field(fieldName(blank.name)),
    }) ??
    null
  );
}
