/**
 * Returns short names of variants: if the values of one option alone distinguish all variants with different `group` results, these
 * values, such as `1.5 l`; otherwise all option values of each variant, such as `Ink / 1.5 l`. Pure.
 * @param variants at least one; all have the same options
 */
export function nameVariants<Variant extends { optionValues: readonly string[] }>(
  variants: readonly Variant[],
  group: (variant: Variant) => unknown,
): string[] {
  const groups = variants.map(group);
  const ofOption = variants[0]!.optionValues.map((_, at) =>
    variants.map(({ optionValues }) => optionValues[at]!),
  );
  const deciding = ofOption.find((values) =>
    values.every((value, at) => groups[values.indexOf(value)] === groups[at]),
  );
  return deciding ?? variants.map(({ optionValues }) => optionValues.join(' / '));
}
