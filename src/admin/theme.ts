/** Colours and defaults of the admin's components, light and dark. */
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

const typography = { fontFamily: 'system-ui, sans-serif' };

/** A save is shown only after the server has stored it: other staff and shoppers change the same data. */
const components = {
  // On a phone, the header has no space for the name of the language beside the title.
  RaLocalesMenuButton: {
    styleOverrides: {
      root: { '@media (max-width: 599px)': { '& .MuiButton-root': { fontSize: 0, minWidth: 0 } } },
    },
  },
  RaEdit: { defaultProps: { mutationMode: 'pessimistic' as const } },
  RaDeleteButton: { defaultProps: { mutationMode: 'pessimistic' as const } },
  RaBulkDeleteButton: { defaultProps: { mutationMode: 'pessimistic' as const } },
};

export const lightTheme: RaThemeOptions = {
  ...defaultLightTheme,
  typography: { ...defaultLightTheme.typography, ...typography },
  // The default secondary blue has too little contrast with the white texts of the header.
  palette: {
    ...defaultLightTheme.palette,
    primary: { main: '#0b5394' },
    secondary: { main: '#1f3a5f', contrastText: '#fff' },
  },
  components: { ...defaultLightTheme.components, ...components },
};

export const darkTheme: RaThemeOptions = {
  ...defaultDarkTheme,
  typography: { ...defaultDarkTheme.typography, ...typography },
  palette: { ...defaultDarkTheme.palette, secondary: { main: '#1f3a5f', contrastText: '#fff' } },
  components: { ...defaultDarkTheme.components, ...components },
};
