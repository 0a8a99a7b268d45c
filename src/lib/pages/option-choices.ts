import { isReachable } from '../catalog/variant-table.ts';
import type { OptionData, VariantTable } from '../contract/product.ts';
import { pictureUrl } from '../media/picture.ts';
import { htmlText } from './html-text.ts';

/**
 * The values of an option as radio buttons: words, pictures or colours (PDP-03). A value no variant has with the others is disabled
 * (PDP-02). HTML as a string: a template costs more than all it writes.
 * @param index position of the option
 * @param choice chosen value of every option
 */
export function optionChoices(
  { style, values }: OptionData,
  index: number,
  table: VariantTable,
  choice: readonly number[],
): string {
  let choices = '';
  for (const [position, { value, styleValue, picture: own }] of values.entries()) {
    const words = htmlText(value);
    const picture = style === 2 ? own : undefined;
    const isOnSale = isReachable(table, choice, index, position, true);
    const isThere = isOnSale || isReachable(table, choice, index, position);
    const look = `option${picture ? ' option-picture' : ''}${isThere && !isOnSale ? ' option-sold-out' : ''}`;
    const state = `${position === choice[index] ? ' checked' : ''}${isThere ? '' : ' disabled'}`;
    const name = picture ? ` aria-label="${words}"` : '';
    choices +=
      `<label class="${look}"><input type="radio" name="option-${index}" value="${position}"${state}${name}><span>` +
      (picture
        ? `<img src="${htmlText(pictureUrl(picture.id, 160, 'webp'))}" width="40" height="48" alt="${words}">`
        : (style === 3 && styleValue ? dot(styleValue) : '') + words) +
      '</span></label>';
  }
  return choices;
}

function dot(color: string): string {
  return (
    '<svg class="dot" viewBox="0 0 16 16" aria-hidden="true">' +
    `<circle cx="8" cy="8" r="7.5" fill="${htmlText(color)}"></circle></svg>`
  );
}
