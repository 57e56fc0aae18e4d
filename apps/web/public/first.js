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
// once. src/lib/preloaded-query.ts takes the answers; what nobody takes is forgotten.
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
    '/dashboard': ['user.get', 'user.overview'],
    '/designs': ['user.get', 'design.list'],
    '/generate': ['user.get', 'design.list'],
    '/mockups': ['user.get', 'mockup.folders'],
    '/account': ['user.get'],
  }
  /** Where a page's pictures are: the procedure, and the name of the list in its answer. */
  var SHOWN = { '/dashboard': ['user.overview', 'recent_mockups'], '/generate': ['design.list', 'items'], '/mockups': ['mockup.folders', 'items'] }
  var IN_SIGHT = location.pathname === '/dashboard' && innerWidth < 768 ? 2 : 4
  /** Milliseconds after the HTML that scripts wait for pictures, at most. */
  var PATIENCE = 1000

  /** Shows a list's pictures where the still page keeps their places, as components/picture.tsx says. */
  function show(list) {
    var places = document.querySelectorAll('[data-still] [data-picture]')
    list.slice(0, Math.min(IN_SIGHT, places.length)).forEach(function (each, at) {
      if (!each.thumbnail_url) return
      var attributes = JSON.parse(places[at].dataset.picture)
      var picture = new Image()
      picture.alt = ''
      picture.fetchPriority = 'high'
      Object.keys(attributes).forEach(function (name) {
        picture.setAttribute(name, attributes[name].split('{src}').join(each.thumbnail_url))
      })
      places[at].append(picture)
    })
  }

  /** Asks for what the page will show. The answer comes when its first pictures are in their places, or cannot be. */
  function ask(wanted) {
    // One request for all: a phone has few lanes.
    var answers = fetch('/api/trpc/' + wanted.join() + '?batch=1&input=%7B%7D', { credentials: 'include' }).then(function (answer) {
      if (!answer.ok) throw new Error('The first questions were answered with ' + answer.status)
      return answer.json()
    })
    window.preloadedQueries = {}
    wanted.forEach(function (procedure, at) {
      window.preloadedQueries[procedure] = answers.then(function (all) {
        return all[at].result.data
      })
      window.preloadedQueries[procedure].catch(function () {
        // Asked again by the page itself, which tells the person.
      })
    })
    var shown = SHOWN[location.pathname]
    return (
      shown &&
      window.preloadedQueries[shown[0]].then(function (data) {
        show(data[shown[1]])
      })
    )
  }

  var wanted = WANTED[location.pathname]
  var asked = Promise.resolve(wanted && isKnown && ask(wanted))
  // A browser's first formatter takes it 10 to 25 ms, to look for its locales. Here they pass while all else is on its way.
  new Intl.NumberFormat()

  // The page's scripts wait in a template until the pictures that are in sight are seen: coming together they would hold one
  // another up on a phone, which has few lanes and one slow processor.
  addEventListener('DOMContentLoaded', function () {
    var scripts = document.querySelector('template[data-scripts]')
    if (!scripts) return
    function begin() {
      if (scripts.isConnected) scripts.replaceWith(scripts.content)
    }
    function seen() {
      var pictures = document.querySelectorAll('[data-still] img:not([loading=lazy])')
      return Promise.allSettled(
        Array.prototype.map.call(pictures, function (picture) {
          return picture.decode()
        }),
      )
    }
    function painted() {
      requestAnimationFrame(function () {
        setTimeout(begin)
      })
    }
    // A page in the background is never painted.
    setTimeout(begin, PATIENCE)
    asked.then(seen, seen).then(painted)
  })
})()
