/** What must be right before the first paint: how many pieces are in the bag. */
document.documentElement.classList.add('js');
