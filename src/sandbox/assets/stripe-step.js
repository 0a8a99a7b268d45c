// The bank's second step, in a frame over the shop's page: says there what was answered.
const parentOrigin = new URLSearchParams(location.search).get('origin') ?? '';
const { secret = '' } = /** @type {HTMLElement} */ (document.getElementById('frame')).dataset;

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    const answer = await fetch('/stripe/second-step', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: secret, decision: button.dataset.decision }),
    });
    parent.postMessage({ stripe: 'step', intent: await answer.json() }, parentOrigin);
  });
}
