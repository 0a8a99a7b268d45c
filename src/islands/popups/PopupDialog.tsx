import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import { splitPopupSteps } from '#client/marketing/popup-pages.ts';
import type { PopupContent } from '#lib/marketing/popup-content.ts';
import type { MediaImage } from '#lib/media/image.ts';
import type { CustomTexts } from '#lib/messages/format.ts';
import { popupSourceType } from '#lib/newsletter/source-type.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';
import Newsletter from '../newsletter/Newsletter.tsx';
import { CodeToCopy } from './CodeToCopy.tsx';
import { Countdown, useTimeLeft } from './Countdown.tsx';
import type { PopupTexts } from './popup-texts.ts';

interface Props {
  content: PopupContent;
  /** Display type: 1 centred over a backdrop, 2 in the corner without a backdrop, 3 full screen on phones and otherwise like 1 (R52). */
  display: number;
  /** Time when the shopper first saw the popup, in ms UTC. */
  first: number;
  popupTexts: PopupTexts;
  /** Text overrides for the newsletter form, in the page's language. */
  texts: CustomTexts;
  /** Language of the page. */
  lang: string;
  /** Language of the merchant's texts; undefined if it is the page's language. */
  contentLang: string | undefined;
  onAnswer: () => void;
  onEnd: (hasFollowedLink: boolean) => void;
}

/** Maximum width in px of the image variant that a popup loads: twice the displayed width, which is half of the dialog. */
const widest = 960;
const corner = 2;
const shapes: Readonly<Record<number, string>> = { 2: 'popup-corner', 3: 'popup-middle popup-full' };

/** Renders a popup of types 1 to 4 as a dialog, which traps focus until it closes and then restores it (R128). */
export function PopupDialog({
  content,
  display,
  first,
  popupTexts,
  texts,
  lang,
  contentLang,
  ...does
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const lastButton = useRef<HTMLButtonElement>(null);
  // Discount code returned by the newsletter form; null until the form is submitted.
  const [formCode, setFormCode] = useState<string | null>(null);
  const hasFollowedLink = useRef(false);
  const pressed = useRef<EventTarget | null>(null);
  const remaining = useTimeLeft(content.count, first);
  const pages = useMemo(() => (content.html === '' ? null : splitPopupSteps(content)), [content]);

  useEffect(() => {
    if (display === corner) dialog.current?.show();
    else dialog.current?.showModal();
  }, [display]);
  // Focus the dialog itself when it opens or changes to its second page, so that no button is preselected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `formCode` determines which page is displayed
  useEffect(() => dialog.current?.focus(), [formCode]);

  const close = () => dialog.current?.close();
  const onKeyDown = (event: KeyboardEvent) => {
    if (display !== corner) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Tab') return;
    const { target, shiftKey } = event;
    const isEnd = shiftKey
      ? target === closeButton.current || target === dialog.current
      : target === lastButton.current;
    if (!isEnd) return;
    event.preventDefault();
    (shiftKey ? lastButton : closeButton).current?.focus();
  };
  const onClick = ({ target }: MouseEvent) => {
    hasFollowedLink.current = (target as Element).closest('a[href]') !== null;
    // A text selection may end over the backdrop, which must not count as a click on the backdrop.
    const isMask = target === dialog.current && pressed.current === target;
    // Also close the popup when the shopper follows a link: it must cover neither a target on this page, nor this page after going back.
    if (hasFollowedLink.current || isMask) close();
  };

  const isSecond = formCode !== null;
  const html = isSecond ? pages?.second : pages?.first;
  const title = isSecond ? content.second.title || popupTexts.subscribeSuccessMsg : content.title;
  const text = isSecond ? content.second.text : content.text;
  const code = isSecond ? content.second.code || formCode : content.code;
  const titleId = `${content.modalId}-title`;
  const isTitled = !html && title !== '';
  const hasPicture = !html && content.image !== null;
  return (
    <dialog
      ref={dialog}
      className={`popup ${shapes[display] ?? 'popup-middle'}${hasPicture ? ' popup-pictured' : ''}`}
      id={content.modalId}
      tabIndex={-1}
      aria-labelledby={isTitled ? titleId : undefined}
      aria-label={isTitled ? undefined : content.label || popupTexts.popupLabel}
      onClose={() => {
        does.onAnswer();
        does.onEnd(hasFollowedLink.current);
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div className="popup-inner">
        <button
          ref={closeButton}
          type="button"
          className="icon-button popup-close"
          aria-label={popupTexts.close}
          onClick={close}
        >
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
        {hasPicture && <PopupPicture image={content.image!} />}
        <div className="popup-page" id={isSecond ? content.secondPageId : content.firstPageId}>
          {html ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by an allow-list when it was saved (R52)
            <div className="popup-own" lang={contentLang} dangerouslySetInnerHTML={{ __html: html }} />
          ) : (
            <div className="popup-words" lang={contentLang}>
              {title !== '' && <h2 id={titleId}>{title}</h2>}
              {text !== '' && <p>{text}</p>}
            </div>
          )}
          {!isSecond && content.count && (
            <Countdown remaining={remaining} over={popupTexts['promotions-over']} lang={lang} />
          )}
          {code !== '' && <CodeToCopy code={code} isOver={remaining === 0} texts={popupTexts} />}
          {!isSecond && content.hasForm && (
            <Newsletter
              id={`${content.modalId}-letter`}
              sourceType={popupSourceType}
              texts={texts}
              button={content.buttonText && <span lang={contentLang}>{content.buttonText}</span>}
              onDone={(code) => {
                does.onAnswer();
                setFormCode(code);
              }}
            />
          )}
          {content.link && (
            <a className="button button-wide" href={localPath(content.link.path)}>
              {content.link.text ? <span lang={contentLang}>{content.link.text}</span> : popupTexts.popupMore}
            </a>
          )}
          <button
            ref={lastButton}
            type="button"
            className={isSecond ? 'button button-wide' : 'popup-decline'}
            onClick={close}
          >
            {isSecond ? popupTexts.continueShopping : popupTexts.popupDecline}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** Renders the image of a popup. @param image an image from the shop's media, or a URL */
function PopupPicture({ image }: { image: MediaImage | string }) {
  if (typeof image === 'string') return <img className="popup-picture" src={image} alt="" />;
  const sizes = '(width > 720px) 400px, 100vw';
  return (
    <picture className="popup-picture">
      <source type="image/avif" srcSet={getImageSources(image, 'avif', widest).srcset} sizes={sizes} />
      <source type="image/webp" srcSet={getImageSources(image, 'webp', widest).srcset} sizes={sizes} />
      <img
        src={getImageSources(image, 'jpeg', widest).src}
        width={image.width}
        height={image.height}
        alt={image.alt}
        style={{ backgroundColor: image.color }}
      />
    </picture>
  );
}
