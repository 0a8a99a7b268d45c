/** Ids of the reviews that stand in a place of the page. */
export function reviewIds(place: Element): number[] {
  const likes = place.getElementsByClassName('like') as HTMLCollectionOf<HTMLButtonElement>;
  return Array.from(likes, ({ value }) => Number(value));
}
