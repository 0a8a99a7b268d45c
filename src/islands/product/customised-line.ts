import { loadFailedMessage } from '#client/page/announce.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { uploadThumbnailUrl } from '#lib/media/upload.ts';
import { chosenOptions, customFieldName, sumAmounts, valueSurcharge } from './custom-options.ts';
import { loadCustomisation } from './load-customisation.ts';
import type { ProductData } from './product-data.ts';

/**
 * Uploads the images of a customised product and returns its bag line; the image of the design, if any, becomes the line's image
 * (PDP-24, PDP-29).
 * @throws Error with a message for the shopper
 */
export async function buildCustomisedLine(
  form: HTMLFormElement,
  product: ProductData,
  line: NewLine,
): Promise<NewLine> {
  // Read the choices at the time of the click: changes during the upload apply to the next addition.
  const chosen = chosenOptions(form, product);
  const pictures = await loadCustomisation()
    .catch(loadCustomisation)
    .then(
      ({ uploadCustomImages: keepPictures }) => keepPictures(form, product, line.sku_id),
      // If the script fails to load, continue without the design's image: text and choice options do not need it.
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
