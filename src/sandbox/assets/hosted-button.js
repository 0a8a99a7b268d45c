// The button in the embedded frame (account_type 2): the shop's page makes the order, the popup belongs to the frame.
const parentOrigin = new URLSearchParams(location.search).get('origin') ?? '';
/** @type {Window | null} */
let popup = null;

document.getElementById('pay')?.addEventListener('click', () => {
  popup = window.open('', 'paypal-checkout', 'popup,width=480,height=720');
  parent.postMessage({ paypal: 'start' }, parentOrigin);
});

addEventListener('message', (event) => {
  if (event.source === parent && event.origin === parentOrigin) {
    if (event.data?.paypal === 'order' && popup) {
      popup.location.href = `/checkoutnow?popup=1&token=${encodeURIComponent(event.data.orderId)}`;
    }
    if (event.data?.paypal === 'abort') popup?.close();
  }
  if (event.source === popup && event.origin === location.origin && event.data?.paypal === 'result') {
    parent.postMessage(event.data, parentOrigin);
  }
});
