/** The merchant's admin: one React application for all pages under /admin. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AdminContext, AdminUI, CustomRoutes, localStorageStore, Resource, useLocale } from 'react-admin';
import { BrowserRouter, Route } from 'react-router';
import * as codes from '#lib/contract/codes.ts';
import { ApiError, createApi } from './api.ts';
import { ApiContext } from './api-context.ts';
import { createAuthProvider } from './auth-provider.ts';
import { createDataProvider } from './data-provider.ts';
import { createI18n } from './i18n.ts';
import { AdminLayout } from './Layout.tsx';
import { LoginPage } from './LoginPage.tsx';
import { orderResource } from './orders/resource.ts';
import { SetupPage } from './SetupPage.tsx';
import { darkTheme, lightTheme } from './theme.ts';

interface Props {
  /** Value of the page's security policy that allows the style elements of this application. */
  nonce: string;
}

export default function AdminApp({ nonce }: Props) {
  const [admin] = useState(() => {
    const api = createApi();
    return {
      api,
      styles: createCache({ key: 'admin', nonce, prepend: true }),
      auth: createAuthProvider(api),
      data: createDataProvider(api),
      i18n: createI18n(),
      // Preferences such as the theme and the language; no data and no login.
      store: localStorageStore(undefined, 'atoll-admin'),
      queries: new QueryClient({ defaultOptions: { queries: { retry: shouldRetry } } }),
    };
  });
  return (
    <CacheProvider value={admin.styles}>
      <ApiContext value={admin.api}>
        <BrowserRouter basename="/admin">
          <AdminContext
            authProvider={admin.auth}
            dataProvider={admin.data}
            i18nProvider={admin.i18n}
            store={admin.store}
            queryClient={admin.queries}
            theme={lightTheme}
            darkTheme={darkTheme}
          >
            <PageLanguage />
            <AdminUI
              title="admin.title"
              layout={AdminLayout}
              loginPage={LoginPage}
              disableTelemetry
              requireAuth
            >
              <Resource {...orderResource} />
              <CustomRoutes noLayout>
                <Route path="/setup" element={<SetupPage />} />
              </CustomRoutes>
            </AdminUI>
          </AdminContext>
        </BrowserRouter>
      </ApiContext>
    </CacheProvider>
  );
}

/** Repeats a read once if the shop did not respond. An error that the API returned would only be returned again. */
function shouldRetry(count: number, error: unknown): boolean {
  return count < 1 && !(error instanceof ApiError && error.code !== codes.serverFailure);
}

function PageLanguage() {
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return null;
}
