/** Who has a thing in the bag is not shown it again below the bag, among what others take. */
export function hideAmongOthers(product: number): void {
  const card = document.querySelector(`.bestsellers [data-product="${product}"]`);
  card?.closest('li')?.setAttribute('hidden', '');
}
