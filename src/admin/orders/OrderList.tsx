/** Finds orders: search, filter by state, pages and sorting by the server. */
import {
  Box,
  Button,
  ListItem,
  List as MuiList,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import {
  DataTable,
  List,
  RecordContextProvider,
  SelectInput,
  TextInput,
  useCanAccess,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { orderStates } from '#lib/contract/order-states.ts';
import type { OrderSummary } from '../data-provider.ts';
import { useFormat } from '../format.ts';
import { StateChip } from './StateChip.tsx';

type Row = OrderSummary & { id: string };

const choices = orderStates.map((state) => ({ id: state, name: `admin.state.${state}` }));
const filters = [
  <TextInput key="q" source="q" label="resources.orders.fields.q" alwaysOn resettable />,
  <SelectInput
    key="state"
    source="state"
    label="resources.orders.fields.state"
    choices={choices}
    emptyText=" "
    alwaysOn
  />,
];

export function OrderList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <List
      filters={filters}
      sort={{ field: 'order_time', order: 'DESC' }}
      perPage={25}
      exporter={false}
      actions={false}
      empty={false}
    >
      {isNarrow ? <NarrowList /> : <WideList />}
    </List>
  );
}

function WideList() {
  const format = useFormat();
  return (
    <DataTable<Row> bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="order_no">
        <NumberLink />
      </DataTable.Col>
      <DataTable.Col source="order_time" render={(order) => format.time(order.order_time)} />
      <DataTable.Col source="state" disableSort render={(order) => <StateChip state={order.state} />} />
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="email" disableSort />
      <DataTable.Col
        source="total_price"
        sx={{ textAlign: 'right' }}
        render={(order) => format.money(order.total_price, order.currency)}
      />
      <DataTable.Col label="admin.order.ship" disableSort>
        <ShipLink />
      </DataTable.Col>
    </DataTable>
  );
}

function NarrowList() {
  const format = useFormat();
  const translate = useTranslate();
  const { data = [], isPending } = useListContext<Row>();
  if (!isPending && data.length === 0)
    return <Typography sx={{ p: 2 }}>{translate('resources.orders.empty')}</Typography>;
  return (
    <MuiList disablePadding>
      {data.map((order) => (
        <RecordContextProvider key={order.id} value={order}>
          <ListItem divider sx={{ display: 'block' }}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
              <NumberLink />
              <StateChip state={order.state} />
            </Stack>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {order.name} · {order.email}
            </Typography>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
              <Typography variant="body2">
                {format.time(order.order_time)} · {format.money(order.total_price, order.currency)}
              </Typography>
              <ShipLink />
            </Stack>
          </ListItem>
        </RecordContextProvider>
      ))}
    </MuiList>
  );
}

function NumberLink() {
  const order = useRecordContext<Row>();
  if (!order) return null;
  return (
    <Box component={Link} to={pathOf(order)} sx={{ color: 'primary.main', fontWeight: 600, py: 0.5 }}>
      {order.order_no}
    </Box>
  );
}

/** Opens the order, whose form for a parcel is then ready for the tracking number. */
function ShipLink() {
  const translate = useTranslate();
  const order = useRecordContext<Row>();
  const { canAccess } = useCanAccess({ resource: 'orders', action: 'ship' });
  if (!canAccess || order?.state !== 'to_ship') return null;
  return (
    <Button
      component={Link}
      to={pathOf(order)}
      size="small"
      variant="contained"
      aria-label={`${translate('admin.order.ship')} ${order.order_no}`}
      onClick={(event) => event.stopPropagation()}
    >
      {translate('admin.order.ship')}
    </Button>
  );
}

const pathOf = (order: Row) => `/orders/${encodeURIComponent(order.order_no)}/show`;
