/** Starts the admin in the element that the page provides. */
import { createRoot } from 'react-dom/client';
import AdminApp from './AdminApp.tsx';

const element = document.getElementById('admin');
if (element)
  createRoot(element).render(
    <AdminApp nonce={document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''} />,
  );
