/** Returns the ids of the reviews within an element. */
export function reviewIds(place: Element): number[] {
  const likes = place.getElementsByClassName('like') as HTMLCollectionOf<HTMLButtonElement>;
  return Array.from(likes, ({ value }) => Number(value));
}
