import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { notify } from '../adding/notify.ts';
import type { PopupTexts } from './popup-texts.ts';

/** Duration of the toast after copying, in ms (POP-58). */
const copiedTime = 1200;

interface Props {
  code: string;
  /** True if the offer has ended, so that there is no code to copy any more (POP-53). */
  isOver: boolean;
  texts: PopupTexts;
}

/** Renders a discount code, with a copy button while the code is valid (POP-55 to POP-57). */
export function CodeToCopy({ code, isOver, texts }: Props) {
  const shown = useRef<HTMLElement>(null);
  const [holds, setHolds] = useState<boolean | null>(null);
  useEffect(() => {
    let isCancelled = false;
    void api('GET /api/v1/promotion/code/check', { query: { code } }).then((answer) => {
      // If the request fails, the code may still be valid.
      if (!isCancelled) setHolds(answer.code !== 0 || answer.data !== null);
    });
    return () => {
      isCancelled = true;
    };
  }, [code]);
  if (code === '') return null;
  return (
    <div className="popup-code">
      <p>
        <small>{texts.popupCode}</small> <code ref={shown}>{code}</code>
      </p>
      {holds !== false && !isOver && (
        <button
          type="button"
          className={holds ? 'button button-plain' : 'button button-plain popup-waits'}
          onClick={() => copyCode(code, shown.current, texts.copySuccess)}
        >
          {texts.popupCopy}
        </button>
      )}
    </div>
  );
}

/**
 * Copies a discount code and shows a toast (POP-57). If the browser denies clipboard access, selects the code so that the shopper
 * can copy it.
 * @param place element that contains the code
 */
async function copyCode(code: string, place: Node | null, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
  } catch {
    if (place) getSelection()?.selectAllChildren(place);
    return;
  }
  notify(copied, ({ showMessage }) => showMessage(copied, { lasts: copiedTime }));
}
