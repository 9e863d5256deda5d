// Runs before the first paint, so that a page never flashes in the other theme. The rest is in src/shell/theme.ts.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('theme') || 'system';
  } catch {
    // Storage may be forbidden; the system's theme is then right.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
