/** Says before the first paint that scripts run, for what only looks different then. */
document.documentElement.classList.add('js');
