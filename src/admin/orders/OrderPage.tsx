/** One order: its items, amounts, addresses, parcels and payments, what happened to it, and the form that ships it. */
import {
  Alert,
  Box,
  Card,
  CardContent,
  List,
  ListItem,
  ListItemText,
  Link as MuiLink,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { Show, useCanAccess, useRecordContext, useTranslate } from 'react-admin';
import { addressLines } from '#lib/orders/address-lines.ts';
import type { Order, OrderRecord } from '../data-provider.ts';
import { useFormat } from '../format.ts';
import { ShipForm } from './ShipForm.tsx';
import { StateChip } from './StateChip.tsx';

export function OrderPage() {
  return (
    <Show title={<PageTitle />} actions={false} component="div">
      <OrderContent />
    </Show>
  );
}

function PageTitle() {
  const translate = useTranslate();
  const order = useRecordContext<OrderRecord>();
  return <span>{translate('admin.order.title', { number: order?.order_no ?? '' })}</span>;
}

function OrderContent() {
  const translate = useTranslate();
  const order = useRecordContext<OrderRecord>();
  const { canAccess } = useCanAccess({ resource: 'orders', action: 'ship' });
  // react-admin first shows the list's row of the order, which has no items.
  if (!order?.lines) return null;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        my: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
      }}
    >
      <Stack spacing={2}>
        <Head order={order} />
        {order.hold_reason && (
          <Alert severity="warning">{translate('admin.order.onHold', { reason: order.hold_reason })}</Alert>
        )}
        {canAccess && order.state === 'to_ship' && <ShipForm key={order.version} order={order} />}
        <Lines order={order} />
        {order.parcels.length > 0 && <Parcels order={order} />}
      </Stack>
      <Stack spacing={2}>
        <Customer order={order} />
        <Payments order={order} />
        <Timeline order={order} />
      </Stack>
    </Box>
  );
}

interface Props {
  order: OrderRecord;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Typography component="h2" variant="h6" gutterBottom>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

function Head({ order }: Props) {
  const format = useFormat();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        {order.order_no}
      </Typography>
      <StateChip state={order.state} />
      <Typography>{format.time(order.order_time)}</Typography>
      <Typography sx={{ fontWeight: 600 }}>{format.money(order.total_price, order.currency)}</Typography>
    </Stack>
  );
}

function Lines({ order }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const amounts: [string, number][] = [
    ['subtotal', order.subtotal_price],
    ['discount', -order.total_discount_amount],
    ['shipping', order.pay_ship_amount],
    ['insurance', order.pay_ship_insurance_amount],
    ['tax', order.tax_amount],
    ['tip', order.tip_amount],
  ];
  const totals: [string, number][] = [
    ...amounts.filter(([name, amount]) => name === 'subtotal' || amount !== 0),
    ['total', order.total_price],
    ...(order.refunded_amount > 0 ? [['refunded', -order.refunded_amount] as [string, number]] : []),
  ];
  return (
    <Section title={translate('admin.order.lines')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('admin.order.item')}</TableCell>
            <TableCell align="right">{translate('admin.order.quantity')}</TableCell>
            <TableCell align="right">{translate('admin.order.price')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {order.lines.map((line) => (
            <TableRow key={line.position}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                {line.title}
                <Typography variant="body2" color="textSecondary">
                  {[line.variant_option, line.sku].filter(Boolean).join(' · ')}
                </Typography>
              </TableCell>
              <TableCell align="right">{line.quantity}</TableCell>
              <TableCell align="right">{format.money(line.price, order.currency)}</TableCell>
            </TableRow>
          ))}
          {totals.map(([name, amount]) => (
            <TableRow key={name}>
              <TableCell colSpan={2} align="right">
                {translate(`admin.order.${name}`)}
              </TableCell>
              <TableCell align="right" sx={{ fontWeight: name === 'total' ? 700 : 400 }}>
                {format.money(amount, order.currency)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Parcels({ order }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Section title={translate('admin.order.parcels')}>
      <List disablePadding>
        {order.parcels.map((parcel, at) => {
          const label = [parcel.tracking_company, parcel.tracking_num].filter(Boolean).join(' ');
          return (
            // Parcels are only appended, so the position identifies one.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <ListItem key={at} disableGutters sx={{ display: 'block' }}>
              <Typography>
                {translate('admin.order.parcel', { number: at + 1 })}:{' '}
                {parcel.tracking_url ? (
                  <MuiLink href={parcel.tracking_url} target="_blank" rel="noopener noreferrer">
                    {label}
                  </MuiLink>
                ) : (
                  label || translate('admin.order.noTracking')
                )}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {translate('admin.order.sent', { date: format.time(parcel.tracking_update_time) })}
                {parcel.delivered_at !== null &&
                  ` · ${translate('admin.order.delivered', { date: format.time(parcel.delivered_at) })}`}
              </Typography>
              <Typography variant="body2">
                {parcel.order_info.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
              </Typography>
            </ListItem>
          );
        })}
      </List>
    </Section>
  );
}

function Customer({ order }: Props) {
  const translate = useTranslate();
  return (
    <Section title={translate('admin.order.customer')}>
      <Stack spacing={2}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {order.name}
          <br />
          {order.email && <MuiLink href={`mailto:${order.email}`}>{order.email}</MuiLink>}
          {order.phone && (
            <>
              <br />
              {order.phone}
            </>
          )}
        </Typography>
        <Address title={translate('admin.order.deliveryAddress')} address={order.address} />
        {order.billing && <Address title={translate('admin.order.billingAddress')} address={order.billing} />}
        {order.shipping_title && (
          <Fact title={translate('admin.order.shippingMethod')}>{order.shipping_title}</Fact>
        )}
        {order.note && <Fact title={translate('admin.order.note')}>{order.note}</Fact>}
      </Stack>
    </Section>
  );
}

function Address({ title, address }: { title: string; address: Order['address'] }) {
  return <Fact title={title}>{addressLines(address).join('\n')}</Fact>;
}

function Fact({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <Typography component="h3" variant="subtitle2">
        {title}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{children}</Typography>
    </div>
  );
}

function Payments({ order }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  if (order.payments.length === 0) return null;
  return (
    <Section title={translate('admin.order.payments')}>
      <List disablePadding>
        {order.payments.map((payment) => (
          <ListItem key={payment.id} disableGutters>
            <ListItemText
              primary={`${format.money(payment.amount, payment.currency)} · ${payment.provider} · ${translate(`admin.payment.${payment.state}`, { _: payment.state })}`}
              secondary={[payment.provider_ref, payment.reason].filter(Boolean).join(' · ')}
              sx={{ overflowWrap: 'anywhere' }}
            />
          </ListItem>
        ))}
      </List>
    </Section>
  );
}

function Timeline({ order }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Section title={translate('admin.order.timeline')}>
      <List component="ol" disablePadding>
        {order.timeline.map(({ at, event, text, by }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and keep their order
          <ListItem key={place} disableGutters>
            <ListItemText
              primary={[
                translate(`admin.event.${event}`, { text }).trim(),
                by && translate('admin.order.by', { name: by }),
              ]
                .filter(Boolean)
                .join(' ')}
              secondary={format.time(at)}
              sx={{ overflowWrap: 'anywhere' }}
            />
          </ListItem>
        ))}
      </List>
    </Section>
  );
}
