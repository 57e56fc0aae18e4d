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

// Asks for what the page will show while its scripts are still on their way, and for the pictures that are in sight at once.
// src/lib/asked-first.ts takes the answers; what nobody takes is forgotten.
;(function () {
  var WANTED = {
    '/dashboard': ['user.get', 'design.list', 'mockup.list'],
    '/designs': ['user.get', 'design.list'],
    '/generate': ['user.get', 'design.list'],
    '/mockups': ['user.get', 'mockup.list'],
    '/account': ['user.get'],
  }
  var IN_SIGHT = location.pathname === '/dashboard' ? 2 : 4
  var wanted = WANTED[location.pathname]
  try {
    if (!wanted || !localStorage.getItem('user')) return
  } catch {
    return
  }

  function ask(path) {
    return fetch('/api/trpc/' + path, { credentials: 'include' }).then(function (answer) {
      if (!answer.ok) throw new Error(path + ' was answered with ' + answer.status)
      return answer.json()
    }).then(function (body) {
      return body.result.data
    })
  }

  /** As components/picture.tsx will: a card's picture in the size it is shown at. */
  function fetchPicture(address, isCard) {
    var picture = new Image()
    picture.fetchPriority = 'high'
    if (isCard) {
      picture.sizes = '(min-width: 1280px) 288px, (min-width: 768px) 36vw, calc(50vw - 22px)'
      picture.srcset = address + '?side=352 352w, ' + address + ' 512w'
    }
    picture.src = address
  }

  var asked = {}
  wanted.forEach(function (path) {
    asked[path] = ask(path)
    asked[path].then(
      function (list) {
        var isShown = path === 'mockup.list' || (path === 'design.list' && location.pathname !== '/dashboard')
        if (!isShown) return
        list.slice(0, IN_SIGHT).forEach(function (each) {
          // The wizard shows designs whole, every other page shows cards.
          if (each.thumbnail_url) fetchPicture(each.thumbnail_url, location.pathname !== '/generate')
        })
      },
      function () {
        // Asked again by the page itself, which tells the person.
      },
    )
  })
  window.askedFirst = asked
})()
