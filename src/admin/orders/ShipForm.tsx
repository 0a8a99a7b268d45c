/** Ships a parcel: the tracking number, and the units in it, which are all remaining ones at first. Enter submits the form. */
import { Alert, Box, Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import * as codes from '#lib/contract/codes.ts';
import { ApiError, errorText } from '../api.ts';
import type { AdminData, OrderRecord } from '../data-provider.ts';

export function ShipForm({ order }: { order: OrderRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const data = useDataProvider<AdminData>();
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const lines = order.lines.filter(({ unshipped }) => unshipped > 0);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const units = lines
      .map(({ position }) => ({ position, quantity: Number(typed.get(`line-${position}`)) }))
      .filter(({ quantity }) => quantity > 0);
    if (units.length === 0) {
      setMessage(translate('admin.order.shipNothing'));
      return;
    }
    setBusy(true);
    setMessage('');
    try {
      await data.shipOrder(order.order_no, {
        version: order.version,
        tracking_num: String(typed.get('tracking')).trim(),
        tracking_company: String(typed.get('carrier')).trim(),
        lines: units,
      });
      notify('admin.order.shipDone', { type: 'success', messageArgs: { number: order.order_no } });
      refresh();
    } catch (error) {
      const text = errorText(error, translate);
      if (error instanceof ApiError && error.code === codes.changedMeanwhile) {
        // The form belongs to the old state of the order and disappears with it, so its message is shown beside the page.
        notify(text, { type: 'warning', autoHideDuration: null });
        refresh();
      } else setMessage(text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card component="section">
      <CardContent>
        <Typography component="h2" variant="h6" gutterBottom>
          {translate('admin.order.shipTitle')}
        </Typography>
        <form onSubmit={submit}>
          <Stack spacing={1}>
            <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <TextField
                name="tracking"
                label={translate('admin.order.tracking')}
                helperText={translate('admin.order.trackingHelp')}
                autoFocus
                autoComplete="off"
                slotProps={{ htmlInput: { pattern: '[A-Za-z0-9_\\-]{3,60}', maxLength: 60 } }}
              />
              <TextField
                name="carrier"
                label={translate('admin.order.carrier')}
                autoComplete="off"
                slotProps={{ htmlInput: { maxLength: 60 } }}
              />
            </Box>
            {lines.map(({ position, title, variant_option, unshipped }) => (
              <TextField
                key={position}
                name={`line-${position}`}
                type="number"
                label={translate('admin.order.shipUnits', {
                  title: [title, variant_option].filter(Boolean).join(', '),
                })}
                helperText={translate('admin.order.shipMax', { count: unshipped })}
                defaultValue={unshipped}
                slotProps={{ htmlInput: { min: 0, max: unshipped, step: 1 } }}
              />
            ))}
            {message && <Alert severity="error">{message}</Alert>}
            <Button type="submit" variant="contained" disabled={isBusy} sx={{ alignSelf: 'start' }}>
              {translate('admin.order.ship')}
            </Button>
          </Stack>
        </form>
      </CardContent>
    </Card>
  );
}
