/** Returns the text of a line without a picture: `2 × Mug, Sand / Large`. */
export function formatLineText(quantity: number, title: string, variantOption: string): string {
  return `${quantity} × ${title}${variantOption === '' ? '' : `, ${variantOption}`}`;
}
