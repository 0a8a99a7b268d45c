import { type ComponentProps, memo } from 'react';
import ProductForm from './ProductForm.tsx';
import SoldOut from './SoldOut.tsx';

/** Renders the form of a page that starts with a sold-out variant, so that the server renders the replacement of its buttons. */
export default memo(function SoldOutForm(props: ComponentProps<typeof ProductForm>) {
  return <ProductForm {...props} soldOut={SoldOut} />;
});
