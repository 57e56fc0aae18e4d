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

// What the still page that comes in the HTML cannot know: styles.css hides of it what is not this person's.
// Then asks for what the page will show while its scripts are still on their way, and for the pictures that are in sight at
// once. src/lib/asked-first.ts takes the answers; what nobody takes is forgotten.
;(function () {
  var root = document.documentElement
  var isKnown = false
  try {
    isKnown = localStorage.getItem('user') !== null
  } catch {
    // As above.
  }
  root.dataset.known = isKnown ? 'yes' : 'no'
  if (document.cookie.indexOf('sidebar_state=false') !== -1) root.dataset.sidebar = 'collapsed'
  // Whoever comes back to the wizard, or brings choices with them, does not begin at its first step.
  if (location.search || (history.state && history.state.visit)) root.dataset.resumes = 'yes'

  var WANTED = {
    '/dashboard': ['user.get', 'design.list', 'mockup.list'],
    '/designs': ['user.get', 'design.list'],
    '/generate': ['user.get', 'design.list'],
    '/mockups': ['user.get', 'mockup.list'],
    '/account': ['user.get'],
  }
  var SHOWN = { '/dashboard': 'mockup.list', '/generate': 'design.list', '/mockups': 'mockup.list' }
  var IN_SIGHT = location.pathname === '/dashboard' && innerWidth < 768 ? 2 : 4
  var wanted = WANTED[location.pathname]
  if (!wanted || !isKnown) return

  /** Shows a list's pictures where the still page keeps their places, each as components/picture.tsx will. */
  function show(list) {
    var isWhole = location.pathname === '/generate'
    var places = document.querySelectorAll('[data-still] [data-picture]')
    list.slice(0, Math.min(IN_SIGHT, places.length)).forEach(function (each, at) {
      if (!each.thumbnail_url) return
      var picture = new Image()
      picture.alt = ''
      picture.fetchPriority = 'high'
      picture.className = 'absolute inset-0 size-full ' + (isWhole ? 'light-table object-contain p-[8%]' : 'object-cover')
      if (!isWhole) {
        picture.sizes = '(min-width: 1280px) 288px, (min-width: 768px) 36vw, calc(50vw - 22px)'
        picture.srcset = each.thumbnail_url + '?side=352 352w, ' + each.thumbnail_url + ' 512w'
      }
      picture.src = each.thumbnail_url
      places[at].append(picture)
    })
  }

  // One request for all: a phone has few lanes, and the scripts are in them.
  var answers = fetch('/api/trpc/' + wanted.join() + '?batch=1&input=%7B%7D', { credentials: 'include' }).then(function (answer) {
    if (!answer.ok) throw new Error('The first questions were answered with ' + answer.status)
    return answer.json()
  })
  // A browser's first formatter takes it 10 to 25 ms, to look for its locales. Here they pass while all else is on its way.
  new Intl.NumberFormat()
  window.askedFirst = {}
  wanted.forEach(function (procedure, at) {
    var answer = answers.then(function (all) {
      return all[at].result.data
    })
    window.askedFirst[procedure] = answer
    answer.then(
      function (data) {
        if (procedure === SHOWN[location.pathname]) show(data)
      },
      function () {
        // Asked again by the page itself, which tells the person.
      },
    )
  })
})()
