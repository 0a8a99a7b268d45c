/** How pieces of a line are named where there is no room for a picture: `2 × Mug, Sand / Large`. */
export function quantityText(quantity: number, title: string, variantOption: string): string {
  return `${quantity} × ${title}${variantOption === '' ? '' : `, ${variantOption}`}`;
}
