/** Creates the login of the first owner, or of an invited member of staff. The token is in the fragment, so no server logs it. */
import { Alert, Button, CardContent, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { minStaffPasswordLength } from '#lib/staff/roles.ts';
import { errorText } from './api.ts';
import { useApi } from './api-context.ts';
import { CenteredCard } from './CenteredCard.tsx';

export function SetupPage() {
  const translate = useTranslate();
  const api = useApi();
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    if ([...text('password')].length < minStaffPasswordLength) {
      setMessage(translate('admin.setup.shortPassword'));
      return;
    }
    setBusy(true);
    setMessage('');
    try {
      const body = {
        token,
        name: text('name').trim(),
        email: text('email').trim(),
        password: text('password'),
      };
      await api('POST /api/v1/admin/setup', { body });
      // A new page load: the application has cached that this browser has no login.
      location.replace('/admin');
    } catch (error) {
      setMessage(errorText(error, translate));
      setBusy(false);
    }
  }

  return (
    <CenteredCard>
      <form onSubmit={submit}>
        <CardContent>
          <Stack spacing={2}>
            <Typography component="h1" variant="h5">
              {translate('admin.setup.title')}
            </Typography>
            {token === '' ? (
              <Alert severity="warning">{translate('admin.setup.noToken')}</Alert>
            ) : (
              <>
                <Typography>{translate('admin.setup.intro')}</Typography>
                <TextField
                  name="name"
                  label={translate('admin.setup.name')}
                  autoComplete="name"
                  autoFocus
                  required
                />
                <TextField
                  name="email"
                  type="email"
                  label={translate('ra.auth.email')}
                  autoComplete="username"
                  required
                />
                <TextField
                  name="password"
                  type="password"
                  label={translate('admin.setup.password')}
                  helperText={translate('admin.setup.passwordHelp')}
                  autoComplete="new-password"
                  required
                />
                {message && <Alert severity="error">{message}</Alert>}
                <Button type="submit" variant="contained" size="large" disabled={isBusy}>
                  {translate('admin.setup.submit')}
                </Button>
              </>
            )}
          </Stack>
        </CardContent>
      </form>
    </CenteredCard>
  );
}
