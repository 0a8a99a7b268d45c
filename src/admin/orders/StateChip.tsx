import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { OrderState } from '#lib/contract/order-states.ts';

const colors: Partial<Record<OrderState, 'primary' | 'warning'>> = { to_ship: 'primary', on_hold: 'warning' };

export function StateChip({ state }: { state: OrderState }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colors[state] ?? 'default'}
      label={translate(`admin.state.${state}`)}
    />
  );
}
