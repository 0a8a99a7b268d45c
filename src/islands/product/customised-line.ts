import { loadFailedMessage } from '#client/page/announce.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { smallUrl } from '#lib/media/upload.ts';
import { chosenOptions, fieldName, priceOf, sumOf } from './custom-options.ts';
import { loadCustomisation } from './load-customisation.ts';
import type { ProductData } from './product-data.ts';

/**
 * The line as it is customised, with the pictures that belong to it kept; its own picture is the design, where there is one
 * (PDP-24, PDP-29). @throws Error with words for the shopper
 */
export async function customisedLine(
  form: HTMLFormElement,
  product: ProductData,
  line: NewLine,
): Promise<NewLine> {
  // As they are at the press: what is changed while pictures are sent belongs to the next one.
  const chosen = chosenOptions(form, product);
  const pictures = await loadCustomisation()
    .catch(loadCustomisation)
    .then(
      ({ uploadPictures: keepPictures }) => keepPictures(form, product, line.sku_id),
      // Without the design's picture what is written and chosen is as valid.
      () => null,
    );
  const customizedOptions = chosen.flatMap(({ option, values }) =>
    values.map((given) => {
      const { type, name, price, show_rule, others } = option;
      const value = typeof given === 'string' ? given : pictures?.urls.get(fieldName(name));
      if (!value) throw new Error(loadFailedMessage());
      return {
        ...{ type, name, value, price: price + priceOf(option, given) },
        ...(show_rule && { show_rule }),
        ...(others && { others }),
      };
    }),
  );
  return {
    ...line,
    customizedOptions,
    price: sumOf([line.price, ...customizedOptions.map(({ price }) => price)]),
    ...(pictures?.design && { customizedCompositeImage: pictures.design, image: smallUrl(pictures.design) }),
  };
}
