/** The frame of every page: header with the shop's name, menu, content. */
import { Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import {
  AppBar,
  Layout,
  type LayoutProps,
  TitlePortal,
  UserMenu,
  useAuthProvider,
  useGetIdentity,
} from 'react-admin';
import type { createAuthProvider } from './auth-provider.ts';

export function AdminLayout(props: LayoutProps) {
  return <Layout {...props} appBar={Header} appBarAlwaysOn />;
}

function Header() {
  const shopName = useShopName();
  return (
    <AppBar alwaysOn color="secondary" userMenu={<NamedUserMenu />}>
      <TitlePortal component="h1" variant="h6" />
      <Typography
        component="span"
        variant="body2"
        noWrap
        sx={{ display: { xs: 'none', sm: 'block' }, marginInline: 2 }}
      >
        {shopName}
      </Typography>
    </AppBar>
  );
}

/** The menu's accessible name is the visible one: the name of the member of staff. */
function NamedUserMenu() {
  const { identity } = useGetIdentity();
  return <UserMenu {...(identity?.fullName && { label: identity.fullName })} />;
}

function useShopName(): string {
  const auth = useAuthProvider() as ReturnType<typeof createAuthProvider> | undefined;
  const [name, setName] = useState('');
  useEffect(() => {
    auth?.me().then(
      ({ shop_name }) => setName(shop_name),
      () => {},
    );
  }, [auth]);
  return name;
}
