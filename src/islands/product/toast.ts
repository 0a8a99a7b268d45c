/** A short message at the foot of the page; stays while it is hovered or focused (R126). */

/** Time of the fade-out, ms (ADD-14). */
const fade = 200;

export function showToast(message: string, lasts = 2000): void {
  document.querySelector('.toast')?.remove();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.textContent = message;
  document.body.append(toast);
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => {
      toast.classList.add('toast-over');
      setTimeout(() => toast.remove(), fade);
    }, lasts);
  };
  toast.addEventListener('pointerenter', () => clearTimeout(timer));
  toast.addEventListener('pointerleave', wait);
  wait();
}
