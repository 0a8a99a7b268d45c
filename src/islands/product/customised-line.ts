import { loadFailedMessage } from '#client/page/announce.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { uploadThumbnailUrl } from '#lib/media/upload.ts';
import { chosenOptions, customFieldName, sumAmounts, valueSurcharge } from './custom-options.ts';
import { loadCustomisation } from './load-customisation.ts';
import type { ProductData } from './product-data.ts';

/**
 * Returns the customised line with its pictures uploaded; the design, if any, becomes its picture (PDP-24, PDP-29).
 * @throws Error with a message for the shopper
 */
export async function buildCustomisedLine(
  form: HTMLFormElement,
  product: ProductData,
  line: NewLine,
): Promise<NewLine> {
  // As chosen at the click: changes during the upload belong to the next add.
  const chosen = chosenOptions(form, product);
  const pictures = await loadCustomisation()
    .catch(loadCustomisation)
    .then(
      ({ uploadCustomImages: keepPictures }) => keepPictures(form, product, line.sku_id),
      // If the script fails to load, texts and choices are valid without the design's picture.
      () => null,
    );
  const customizedOptions = chosen.flatMap(({ option, values }) =>
    values.map((chosenValue) => {
      const { type, name, price, show_rule, others } = option;
      const value = typeof chosenValue === 'string' ? chosenValue : pictures?.urls.get(customFieldName(name));
      if (!value) throw new Error(loadFailedMessage());
      return {
        ...{ type, name, value, price: price + valueSurcharge(option, chosenValue) },
        ...(show_rule && { show_rule }),
        ...(others && { others }),
      };
    }),
  );
  return {
    ...line,
    customizedOptions,
    price: sumAmounts([line.price, ...customizedOptions.map(({ price }) => price)]),
    ...(pictures?.design && {
      customizedCompositeImage: pictures.design,
      image: uploadThumbnailUrl(pictures.design),
    }),
  };
}
