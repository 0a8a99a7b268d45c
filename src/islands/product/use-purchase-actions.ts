import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { announce } from '#client/page/announce.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { whenTextsLoaded } from '#client/stores/texts.ts';
import type { IslandShopProps, ShopTexts } from '#lib/bag/shop-texts.ts';
import { notify } from '../adding/notify.ts';
import { addToBag } from '../after-add/add-to-bag.ts';
import { chosenValues, chosenVariantIndex, findSubmitButton, readBagLine } from './choice.ts';
import { type BuyFormError, chosenOptions, customFieldName, optionErrorId } from './custom-options.ts';
import type { ProductData } from './product-data.ts';

/** The button whose action is in progress, null for none. */
type Busy = 'add' | 'buy-now' | null;

/** Result of validating the form: the displayed errors, and the element to focus. */
interface FormCheck {
  problems: readonly BuyFormError[];
  /** Element that receives focus once. */
  focus: HTMLElement | null;
}

/** The caller retries a failed import once. */
const importCustomisedLine = () => import('./customised-line.ts');
const none: FormCheck = { problems: [], focus: null };

interface PurchaseContext {
  shop: IslandShopProps;
  /** The product with current prices and stock. */
  product: ProductData;
  texts: ShopTexts;
}

/** Handles adding to the bag, buying now, and ordering a pre-sale product. */
export function usePurchaseActions(
  form: RefObject<HTMLFormElement | null>,
  { shop, product, texts }: PurchaseContext,
) {
  const [{ problems, focus }, setFormCheck] = useState<FormCheck>(none);
  const [busy, setBusy] = useState<Busy>(null);
  // A ref instead of state: clicks made before hydration are replayed together, before React renders new state.
  const isBusy = useRef(false);
  const [markBusy] = useState(() => (name: Busy) => {
    isBusy.current = name !== null;
    setBusy(name);
  });
  useEffect(() => onRestore(() => markBusy(null)), [markBusy]);

  useEffect(() => {
    const fieldProblems = problems.filter(({ field }) => field);
    for (const { field, option } of fieldProblems) {
      field!.setAttribute('aria-describedby', option === undefined ? 'buy-error' : optionErrorId(option));
      field!.setAttribute('aria-invalid', 'true');
    }
    focus?.focus();
    // Centre the field, so that the product's name and price are visible above it.
    focus?.scrollIntoView({ block: 'center' });
    return () => {
      for (const { field } of fieldProblems)
        for (const name of ['aria-describedby', 'aria-invalid']) field!.removeAttribute(name);
    };
  }, [problems, focus]);

  const buy = async (pressed: HTMLElement, name: 'add' | 'buy-now') => {
    const element = form.current!;
    if (problemsOf(element, product, texts).length > 0) {
      whenTextsLoaded(() => {
        const found = problemsOf(element, product, texts);
        setFormCheck({ problems: found, focus: found[0]?.field ?? null });
        announce(found.map(({ message }) => message).join(' '));
      });
      return;
    }
    setFormCheck(none);
    if (isBusy.current) return;
    let line = readBagLine(element, product, chosenVariantIndex(element, product));
    const hasCustomOptions = product.custom_options.length > 0;
    const isAdd = name === 'add' && !product.isPreSale;
    const add = () => addToBag({ lines: [line] }, pressed, shop.bag, texts);
    // Without customisation there is nothing to wait for, so add to the bag synchronously with the click.
    if (isAdd && !hasCustomOptions) {
      add();
      return;
    }
    markBusy(name);
    try {
      if (hasCustomOptions)
        line = await (await importCustomisedLine().catch(importCustomisedLine)).buildCustomisedLine(
          element,
          product,
          line,
        );
      if (isAdd) add();
      else
        await (await import('./buy-now.ts'))[product.isPreSale ? 'orderPreSale' : 'openBuyNowCheckout'](line);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The error modal closes automatically, so the message is also displayed below the buttons.
      setFormCheck({ problems: [{ message }], focus: null });
      notify(message, ({ showAddFailure }) => showAddFailure(message, texts));
    } finally {
      markBusy(null);
    }
  };

  const onSubmit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const pressed = event.nativeEvent.submitter ?? findSubmitButton(event.currentTarget);
    // The form of a sold-out variant has no submit button: Enter in one of its fields must do nothing.
    if (!pressed) return;
    void buy(pressed, pressed.matches('[name=buy-now]') ? 'buy-now' : 'add');
  };

  /** Clears the errors of the product and of the changed field; errors of other customised options stay. */
  const onInput = ({ target }: SyntheticEvent<HTMLFormElement>) => {
    const { name } = target as unknown as HTMLInputElement;
    const stays = ({ option, field }: BuyFormError) => option !== undefined && field?.name !== name;
    setFormCheck((before) => ({ problems: before.problems.filter(stays), focus: null }));
  };
  return { busy, problems, onSubmit, onInput };
}

/** Returns the errors that prevent buying: one error of the product itself, or else one for each missing customised option. */
function problemsOf(form: HTMLFormElement, product: ProductData, texts: ShopTexts): BuyFormError[] {
  const field = (name: string) =>
    ([...form.elements] as HTMLInputElement[]).find((each) => each.name === name && !each.disabled);
  const missingIndex = chosenValues(form, product).findIndex((value) => value < 0);
  if (missingIndex >= 0) {
    const optionName = product.options[missingIndex]?.name ?? '';
    return [
      {
        message: texts.text('selectOptions', { options: optionName }),
        field: field(`option-${missingIndex}`),
      },
    ];
  }
  const variantIndex = chosenVariantIndex(form, product);
  if (variantIndex === -1) return [{ message: texts.text('tailorUpdated') }];
  const quantity = field('quantity');
  const remainingStock =
    product.remainingStock?.get(product.variants.sku_id[variantIndex] ?? 0) ?? Number.POSITIVE_INFINITY;
  if (quantity && remainingStock > 0 && quantity.valueAsNumber > remainingStock)
    return [{ message: texts.text('fewLeft', { count: remainingStock }), field: quantity }];
  return chosenOptions(form, product)
    .filter(({ option, values }) => option.required && values.length === 0)
    .map(({ option: { label, name } }) => ({
      message: texts.text('requiredMsg', { name: label }),
      field: field(customFieldName(name)),
      option: name,
    }));
}
