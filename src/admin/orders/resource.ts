import ShoppingBagIcon from '@mui/icons-material/ShoppingBag';
import type { ResourceProps } from 'react-admin';
import { OrderList } from './OrderList.tsx';
import { OrderPage } from './OrderPage.tsx';

export const orderResource: ResourceProps = {
  name: 'orders',
  icon: ShoppingBagIcon,
  list: OrderList,
  show: OrderPage,
  recordRepresentation: 'order_no',
};
