// Runs before the first paint, so that no page flashes in the wrong theme. An external file: the policy allows no inline script.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // Storage may be closed to us; the system's theme serves then.
  }
  var isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.add(isDark ? 'dark' : 'light')
})()
