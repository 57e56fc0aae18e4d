// Runs before the first paint. An external file: the policy allows no inline script.
var root = document.documentElement

// So that no page flashes in the wrong theme.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // Storage may be closed to us; the system's theme serves then.
  }
  var isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.classList.add(isDark ? 'dark' : 'light')
})()

// Which part of the prerendered page is this person's: `whole`, and main.tsx hydrates it; `frame`, where the address or the
// history asks for another state of the page than the build drew; `none`. styles.css hides the rest.
;(function () {
  var isKnown = false
  try {
    isKnown = localStorage.getItem('user') !== null
  } catch {
    // As above.
  }
  root.dataset.known = isKnown ? 'yes' : 'no'
  if (document.cookie.indexOf('sidebar_state=false') !== -1) root.dataset.sidebar = 'collapsed'
  var isTheirs = root.dataset.group === 'public' || (root.dataset.group === '_app') === isKnown
  var isAsDrawn = location.pathname === '/' || (!location.search && !(history.state && history.state.visit))
  if (root.dataset.path)
    root.dataset.prerendered = !isTheirs || location.pathname !== root.dataset.path ? 'none' : isAsDrawn ? 'whole' : 'frame'

  // Preloaded queries: src/lib/preloaded-query.ts takes the answers.
  var WANTED = {
    '/dashboard': ['user.get', 'user.overview'],
    '/designs': ['user.get', 'design.list'],
    '/generate': ['user.get', 'design.list'],
    '/mockups': ['user.get', 'mockup.folders'],
    '/account': ['user.get'],
  }
  /** Where a page's pictures are: the procedure, and the name of the list in its answer. */
  var SHOWN = { '/dashboard': ['user.overview', 'recent_mockups'], '/generate': ['design.list', 'items'], '/mockups': ['mockup.folders', 'items'] }
  /** Milliseconds after the HTML that the scripts wait for pictures, at most. */
  var PATIENCE = 1000
  var IN_SIGHT = location.pathname === '/dashboard' && innerWidth < 768 ? 2 : 4

  /** Shows a list's pictures where the prerendered page keeps their places, as components/picture.tsx says. */
  function show(list) {
    var places = root.dataset.prerendered ? document.querySelectorAll('[data-picture]') : []
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

  var wanted = WANTED[location.pathname]
  var shown = root.dataset.prerendered === 'whole' && SHOWN[location.pathname]
  var shows = Promise.resolve()
  if (wanted && isKnown) {
    // One request for all: a phone has few lanes.
    var answers = fetch('/api/trpc/' + wanted.join() + '?batch=1&input=%7B%7D', { credentials: 'include' }).then(function (answer) {
      if (!answer.ok) throw new Error('The preloaded queries were answered with ' + answer.status)
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
    if (shown)
      shows = window.preloadedQueries[shown[0]].then(function (data) {
        show(data[shown[1]])
      })
  }
  // A browser's first formatter takes it 10 to 25 ms, to look for its locales. Here they pass while all else is on its way.
  new Intl.NumberFormat()

  // The scripts wait in a template until the pictures in sight are painted: coming together they would hold one another up on
  // a phone, which has few lanes and one slow processor. Whoever touches the page does not wait.
  addEventListener('DOMContentLoaded', function () {
    var scripts = document.querySelector('template[data-scripts]')
    if (!scripts) return
    function begin() {
      if (scripts.isConnected) scripts.replaceWith(scripts.content)
    }
    function decoded() {
      return Promise.allSettled(
        Array.prototype.map.call(document.querySelectorAll('#root img:not([loading=lazy])'), function (picture) {
          return picture.decode()
        }),
      )
    }
    function painted() {
      requestAnimationFrame(function () {
        setTimeout(begin)
      })
    }
    // Pictures may not come, and a page in the background is never painted.
    setTimeout(begin, PATIENCE)
    shows.then(decoded, decoded).then(painted)
    for (var touch of ['pointerdown', 'keydown']) addEventListener(touch, begin, { capture: true, once: true })
  })
})()

// Presses that come before React listens: src/lib/early-presses.ts repeats them. Enter in a form presses its button. Links
// lead where they lead by themselves, but for those that do something first.
;(function () {
  var pressed = []
  function onClick(event) {
    var control = event.target.closest('button, [data-acts]')
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    pressed.push(control)
  }
  addEventListener('click', onClick, true)
  window.takeEarlyPresses = function () {
    removeEventListener('click', onClick, true)
    return pressed
  }
})()
