/** Where a card leads: its product, with the variant that is looked at. */

/** @param variant id of the variant; null for what the server wrote */
export function leadTo(card: HTMLElement, variant: string | null): void {
  for (const link of card.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.dataset.own ??= link.href;
    const address = new URL(link.dataset.own);
    if (variant) address.searchParams.set('variant', variant);
    link.href = address.pathname + address.search;
  }
}
