// The popup's last page: tells the window that opened it how it ended. The result holds no secret, and the opener
// compares origin and source, so it may go to any origin.
const result = JSON.parse(document.querySelector('main')?.dataset.result ?? '{}');
window.opener?.postMessage({ paypal: 'result', ...result }, '*');
window.close();
