import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import type { LoadPopupUi } from '#client/marketing/popups.ts';
import { $texts, loadTexts } from '#client/stores/texts.ts';
import { parsePopupContent } from '#lib/marketing/popup-content.ts';
import { createTexts } from '#lib/messages/format.ts';
import { showDialog } from '../show-dialog.tsx';
import { PopupDialog } from './PopupDialog.tsx';
import { popupUiTexts } from './popup-texts.ts';
import sheet from './popups.css?url';

/** Shows a popup once its texts and stylesheet have loaded, if the popup is still due at that time. */
export const openPopup: Awaited<ReturnType<LoadPopupUi>>['openPopup'] = async (popup, hooks) => {
  await Promise.all([loadTexts(), loadStylesheet(sheet)]);
  const remembered = await hooks.claim();
  if (!remembered) return hooks.onEnd(false);
  const texts = $texts.get() ?? {};
  const { lang, dataset } = document.documentElement;
  showDialog((end) => (
    <PopupDialog
      content={parsePopupContent(popup)}
      display={popup.display_type}
      first={remembered.first}
      popupTexts={createTexts(popupUiTexts, texts)}
      texts={texts}
      lang={lang}
      contentLang={dataset.popupsLang}
      onAnswer={hooks.onAnswer}
      onEnd={(hasFollowedLink) => {
        end();
        hooks.onEnd(hasFollowedLink);
      }}
    />
  ));
};
