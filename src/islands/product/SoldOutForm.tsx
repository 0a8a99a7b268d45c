import { type ComponentProps, memo } from 'react';
import ProductForm from './ProductForm.tsx';
import SoldOut from './SoldOut.tsx';

/** The form of a page that begins with a sold-out variant: what stands in place of its buttons is written by the server. */
export default memo(function SoldOutForm(props: ComponentProps<typeof ProductForm>) {
  return <ProductForm {...props} soldOut={SoldOut} />;
});
