/** The login form; it asks for the second factor if the account has one. */
import { Alert, Button, CardContent, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useLogin, useTranslate } from 'react-admin';
import { errorText } from './api.ts';
import { CodeRequiredError } from './auth-provider.ts';
import { CenteredCard } from './CenteredCard.tsx';

export function LoginPage() {
  const translate = useTranslate();
  const login = useLogin();
  const [needsCode, setNeedsCode] = useState(false);
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    setBusy(true);
    setMessage('');
    try {
      await login({ email: text('email'), password: text('password'), code: text('code') });
    } catch (error) {
      if (error instanceof CodeRequiredError) setNeedsCode(true);
      else setMessage(errorText(error, translate));
      setBusy(false);
    }
  }

  return (
    <CenteredCard>
      <form onSubmit={submit}>
        <CardContent>
          <Stack spacing={2}>
            <Typography component="h1" variant="h5">
              {translate('admin.login.title')}
            </Typography>
            <TextField
              name="email"
              type="email"
              label={translate('ra.auth.email')}
              autoComplete="username"
              autoFocus
              required
            />
            <TextField
              name="password"
              type="password"
              label={translate('ra.auth.password')}
              autoComplete="current-password"
              required
            />
            {needsCode && (
              <TextField
                name="code"
                label={translate('admin.login.code')}
                helperText={translate('admin.login.codeHelp')}
                autoComplete="one-time-code"
                autoFocus
                required
                slotProps={{ htmlInput: { maxLength: 40 } }}
              />
            )}
            {message && <Alert severity="error">{message}</Alert>}
            <Button type="submit" variant="contained" size="large" disabled={isBusy}>
              {translate('ra.auth.sign_in')}
            </Button>
          </Stack>
        </CardContent>
      </form>
    </CenteredCard>
  );
}
