import { type ComponentProps, memo } from 'react';
import ProductForm from './ProductForm.tsx';
import SoldOut from './SoldOut.tsx';

/**
 * Renders the product form of a page whose initial variant is sold out. Imports SoldOut.tsx statically, so that the server renders
 * the content that replaces the buttons.
 */
export default memo(function SoldOutForm(props: ComponentProps<typeof ProductForm>) {
  return <ProductForm {...props} soldOut={SoldOut} />;
});
