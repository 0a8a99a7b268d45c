import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';
import { Notification } from 'react-admin';

/** A page without header and menu, such as the login: one card in its middle. */
export function CenteredCard({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', bgcolor: 'background.default', p: 2 }}
    >
      <Card sx={{ width: '100%', maxWidth: 400 }}>{children}</Card>
      <Notification />
    </Box>
  );
}
