import { memo, useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { type Suggestions as Found, fetchSuggestions } from '#client/header/fetch-suggestions.ts';
import { searchField } from '#client/header/search-form.ts';
import { createSuggestionFetcher } from '#lib/forms/suggest.ts';
import { useShop, useShopTexts } from '../currency/use-shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';

const loadPanel = () => import('./SuggestedPanel.tsx');

/**
 * Renders suggestions under the header's search field: popular searches and collections while the field is empty (R152), and
 * otherwise products and links that match the text (SRCH-23). The search form also works without this island.
 */
export default memo(function Suggestions() {
  const [found, setFound] = useState<Found | null>(null);
  const [isBlank, setBlank] = useState(false);
  const [isPanelNeeded, setPanelNeeded] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const texts = useShopTexts(useShop());

  useEffect(() => {
    const panel = root.current?.closest<HTMLElement>('.search-panel');
    const field = panel && searchField(panel);
    if (!panel || !field) return;
    const suggest = createSuggestionFetcher<Found>(
      (text, signal) => fetchSuggestions(api, text, signal),
      ([answer]) => setFound(answer ?? null),
    );
    const look = () => {
      setPanelNeeded(true);
      setBlank(field.value.trim() === '');
    };
    const typed = () => {
      suggest.typed(field.value);
      look();
    };
    const close = () => {
      setFound(null);
      setBlank(false);
    };
    const move = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        const places = [field, ...links.current.filter((link) => link !== null)];
        const next = places[places.indexOf(document.activeElement as HTMLInputElement) + step];
        if (!next) return;
        event.preventDefault();
        next.focus();
      }
      if (event.key === 'Escape' && !panel.matches(':popover-open')) {
        field.focus();
        close();
      }
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !panel.contains(relatedTarget as Node)) close();
    };
    field.addEventListener('input', typed);
    field.addEventListener('focus', look);
    panel.addEventListener('keydown', move);
    panel.addEventListener('focusout', onFocusOut);
    // The shopper may have focused the field or entered text before hydration.
    if (field.value !== '' || field === document.activeElement) typed();
    return () => {
      suggest.stop();
      field.removeEventListener('input', typed);
      field.removeEventListener('focus', look);
      panel.removeEventListener('keydown', move);
      panel.removeEventListener('focusout', onFocusOut);
    };
  }, []);

  const panel = useLazyModule(loadPanel, isPanelNeeded ? 'panel' : '').module;
  const linkAt = (at: number) => (link: HTMLAnchorElement | null) => {
    links.current[at] = link;
  };
  return <div ref={root}>{panel && <panel.default {...{ found, isBlank, texts, linkAt }} />}</div>;
});
