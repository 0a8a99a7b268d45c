import { removeLine, selectLines, setQuantity } from '#client/bag/actions.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { type BagLineViewModel, problemTextKey } from '#lib/bag/bag-view-model.ts';
import { isBundle, isGift, type Line } from '#lib/bag/line.ts';
import { Amount } from './Amount.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Quantity } from './Quantity.tsx';

/** Value of `type` for a customised option that is an image (R57). */
const imageType = 2;

interface Props {
  shown: BagLineViewModel;
  texts: BagTexts;
  /** True if the bag's lines have checkboxes. */
  canChoose?: boolean;
  /** True if the line's group cannot be selected. */
  isDisabled?: boolean;
  /** True for a line of a bundle, which has one quantity field for all its lines. */
  isPart?: boolean;
}

/**
 * Renders one line of the bag: image, title, options, price and quantity field, or an error instead of the quantity field (BAG-33
 * to BAG-36).
 */
export function BagLine({ shown, texts, canChoose = false, isDisabled = false, isPart = false }: Props) {
  const { line, status, problem } = shown;
  // The value of an image option is a URL, which is meaningless to a shopper.
  const textOptions = line.customizedOptions.filter(({ type }) => type !== imageType);
  const chosen = [...line.options, ...line.custom_props, ...textOptions].map((entry) => entry.value);
  const kind = isGift(line) ? [texts.text('giftLine')] : [];
  const details = [...kind, ...chosen, ...priceOfOne(shown, isPart, texts)];
  const problemKey = problemTextKey(problem);
  const isFree = isGift(line);
  const pictures = customPictures(line);

  const remove = () => {
    removeLine(line);
    if (isFree) void decline(line);
    announce(texts.text('removed', { title: line.title }));
  };

  return (
    <li
      data-line={line.random_id}
      className={`bag-line${status === 1 ? '' : ' bag-line-off'}${canChoose ? ' bag-line-boxed' : ''}`}
    >
      {canChoose &&
        (isFree ? (
          <span />
        ) : (
          <Checkbox
            isChecked={shown.isSelected}
            isDisabled={isDisabled || status === 0}
            label={texts.text('selectLine', { title: line.title })}
            onChange={(isChecked) => selectLines([line], isChecked)}
          />
        ))}
      <div className="bag-picture">
        {line.image && <img src={line.image} width="88" height="110" alt="" />}
      </div>
      <div className="bag-line-text">
        <div className="bag-line-top">
          <p className="bag-line-title">
            <a href={line.url ? localPath(line.url) : undefined} dir="auto">
              {line.title}
            </a>
          </p>
          <LineAmount shown={shown} isPart={isPart} texts={texts} />
        </div>
        {isBundle(line) && <span className="badge bag-badge">{texts.text('bundle')}</span>}
        {details.length > 0 && (
          <p className="small quiet" dir="auto">
            {details.join(' · ')}
          </p>
        )}
        {pictures.length > 0 && (
          <button type="button" className="bag-link" onClick={() => void view(pictures, line.title)}>
            {texts.text('viewImage')}
          </button>
        )}
        {problemKey && <p className="bag-problem">{texts.text(problemKey)}</p>}
        {problem === 'not_enough' && (
          <p className="bag-problem">
            {texts.text('onlyLeft', { count: shown.saleQuantity })}{' '}
            {!isPart && shown.saleQuantity > 0 && (
              <button
                type="button"
                className="bag-link"
                onClick={() => setQuantity(line, shown.saleQuantity)}
              >
                {texts.text('takeThese', { count: shown.saleQuantity })}
              </button>
            )}
          </p>
        )}
        {!isPart && (
          <div className="bag-line-row">
            {status === 1 && !isFree && <Quantity line={line} max={shown.saleQuantity} texts={texts} />}
            <button
              type="button"
              className="bag-link"
              data-delete
              onClick={remove}
              aria-label={`${texts.text('delete')} ${line.title}`}
            >
              {texts.text('delete')}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Returns the unit price as text if the line has several units. */
function priceOfOne({ line, price, charge }: BagLineViewModel, isPart: boolean, texts: BagTexts): string[] {
  if (isGift(line) || line.quantity === 1) return [];
  const amount = texts.money(charge?.each ?? price);
  return [isPart ? `${line.quantity} × ${amount}` : texts.text('priceEach', { amount })];
}

/**
 * Renders the line's price from the server or, until it arrives, the price of a single unit. A line of a bundle omits the price
 * before discounts, because the bundle's row shows it.
 */
function LineAmount({ shown, isPart, texts }: Pick<Props, 'shown' | 'isPart' | 'texts'>) {
  const { charge, line, price, status } = shown;
  const isOff = status === 0;
  if (isGift(line)) return <p className="bag-line-amount">{isOff ? '' : texts.text('giftFree')}</p>;
  if (isOff || charge === null) {
    const single = line.quantity === 1 ? texts.money(price) : '…';
    return <p className="bag-line-amount">{isOff ? '' : single}</p>;
  }
  return <Amount charge={isPart ? { ...charge, before: null } : charge} texts={texts} />;
}

/** Prevents the removed gift from being added again automatically (R108). The pricing code has usually loaded this module already. */
async function decline(line: Line): Promise<void> {
  const part = await import('#client/bag/declined.ts').catch(() => null);
  part?.declineGift(line);
}

/** Returns the image URLs of the shopper's design: the composite image, else the uploaded images. */
function customPictures({ customizedCompositeImage, customizedOptions }: Line): string[] {
  if (customizedCompositeImage) return [customizedCompositeImage];
  return customizedOptions
    .filter(({ type, value }) => type === imageType && /^(\/(?!\/)|https?:)/.test(value))
    .map(({ value }) => value);
}

/** Opens the image viewer, which is loaded on the first click (BAG-23). */
async function view(pictures: readonly string[], title: string): Promise<void> {
  try {
    const { showFullSizeImages } = await import('./show-full-size-images.ts');
    await showFullSizeImages(pictures, title);
  } catch {
    alert(loadFailedMessage());
  }
}
