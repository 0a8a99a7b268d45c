/** Returns an order line as plain text, for lists without images: `2 × Mug, Sand / Large`. */
export function formatLineText(quantity: number, title: string, variantOption: string): string {
  return `${quantity} × ${title}${variantOption === '' ? '' : `, ${variantOption}`}`;
}
