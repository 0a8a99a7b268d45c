/**
 * What is made from a number alone, made once for each.
 * @param most numbers kept; all are forgotten when there are more
 */
export function keptByNumber<Made>(most: number, make: (given: number) => Made): (given: number) => Made {
  const kept = new Map<number, Made>();
  return (given) => {
    const known = kept.get(given);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = make(given);
    kept.set(given, made);
    return made;
  };
}
