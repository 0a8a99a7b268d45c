import { useEffect, useRef } from 'react';
import { announce } from '#client/announce.ts';
import { useAnnounced } from '../use-announced.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { CheckoutWords } from './words.ts';

/** Says what the order comes to after each save, and that it is being placed. Why a save was refused is said where it stands. */
export function useToldTotal(state: CheckoutState, total: string, isPlacing: boolean, words: CheckoutWords) {
  const { isSaving, refusal } = state;
  const before = useRef({ isSaving, refusal });
  useAnnounced(isPlacing ? words.placing : '');
  useEffect(() => {
    const wasSaved = before.current.isSaving && !isSaving && before.current.refusal === refusal;
    if (wasSaved && !isPlacing) announce(words.text('totalIs', { total }));
    before.current = { isSaving, refusal: isSaving ? before.current.refusal : refusal };
  }, [isSaving, refusal, total, isPlacing, words]);
}
