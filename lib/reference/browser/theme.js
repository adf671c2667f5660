// Runs before the page is drawn, so that the chosen theme does not flash.
{
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  if (theme) document.documentElement.classList.add(theme);
}
