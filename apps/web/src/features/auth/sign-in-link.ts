/** What a mailed link brings: behind the `#`, where no server sees it. It is taken out of the address at once. */
export function takeSignInLink(): { email: string; code: string } | null {
  const brought = new URLSearchParams(location.hash.slice(1))
  const [email, code] = [brought.get('email'), brought.get('code')]
  if (!email || !code) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return { email, code }
}
